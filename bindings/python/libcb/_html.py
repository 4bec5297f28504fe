# SPDX-License-Identifier: Apache-2.0
"""Tables for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any, Dict, List

_MOST = 60


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return "%.4g" % value
    return str(value)


def table_html(title: str, rows: List[Dict[str, Any]]) -> str:
    """The first rows, without columns that say nothing in any of them."""
    shown = rows[:_MOST]
    names = [n for n in (rows[0] if rows else {}) if any(r[n] not in (None, "") for r in shown)]
    head = "".join("<th>%s</th>" % escape(name) for name in names)
    body = "".join(
        "<tr>%s</tr>" % "".join("<td>%s</td>" % escape(_text(row[name])) for name in names)
        for row in shown
    )
    more = "<p>and %d more</p>" % (len(rows) - _MOST) if len(rows) > _MOST else ""
    return "<p>%s</p><table><thead><tr>%s</tr></thead><tbody>%s</tbody></table>%s" % (
        escape(title), head, body, more)
