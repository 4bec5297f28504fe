# SPDX-License-Identifier: Apache-2.0
"""Words, keywords and signatures against the tables of the library."""

import enum
import inspect
import itertools
import unittest

import libcb
from libcb import _options, native


def names(name_of, end):
    """The names of 0, 1, 2, ... until there is none."""
    return list(itertools.takewhile(lambda n: n != end, map(name_of, itertools.count())))


class Words(unittest.TestCase):
    def test_words_are_those_of_the_library(self):
        for word, name_of, end in [
            (libcb.Outcome, native.outcome_name, "unknown"),
            (libcb.Accel, native.accel_name, None),
            (libcb.Variant, native.variant_name, None),
            (libcb.Verdict, native.verdict_name, "unknown"),
            (libcb.Change, native.change_name, "unknown"),
            (libcb.Standing, native.standing_name, "unknown"),
            (libcb.AdviceKind, native.advice_kind_name, "unknown"),
            (libcb.Basis, native.basis_name, "unknown"),
        ]:
            with self.subTest(word=word):
                self.assertEqual([w.value for w in word], names(name_of, end))

    def test_statuses_are_those_of_the_library(self):
        known = names(lambda i: native.status_name(-i), "CB_UNKNOWN")
        self.assertEqual(["CB_" + s.name for s in libcb.Status], known)
        self.assertEqual([s.value for s in libcb.Status], [-i for i in range(len(known))])

    def test_each_status_has_an_exception(self):
        for status in libcb.Status:
            if status is not libcb.Status.OK:
                with self.subTest(status=status):
                    error = libcb.errors.error_of(status, "text")
                    self.assertIsNot(type(error), libcb.Error)
                    self.assertIs(error.status, status)

    def test_word_is_its_text(self):
        self.assertEqual(libcb.Outcome.TIMED_OUT, "timed-out")
        self.assertEqual("%s {} {:>4}".format(libcb.Accel.ON, libcb.Accel.ON) % libcb.Accel.OFF,
                         "off on   on")
        self.assertIsInstance(libcb.Accel.ON, enum.Enum)


class Keywords(unittest.TestCase):
    def test_signatures_show_the_options_of_the_table(self):
        for call, uses, fixed in [
            (libcb.run, native.USED_BY_RUN, {"subjects"}),
            (libcb.prove, native.USED_BY_PROVE, {"subjects"}),
            (libcb.advise, native.USED_BY_ADVISE,
             {"results", "profile", "accel", "across_machines", "subjects"}),
            (libcb.measure, native.USED_BY_MEASURE, {"functions", "size", "setup", "teardown"}),
        ]:
            with self.subTest(call=call):
                shown = set(inspect.signature(call).parameters) - fixed - {"progress", "context"}
                self.assertEqual(shown, set(_options.options_for(uses)))
                for name in shown:
                    self.assertIn("* %s (" % name, call.__doc__)

    def test_settings_and_options_share_no_name(self):
        self.assertFalse(set(_options.OPTIONS) & set(_options.SETTINGS))

    def test_kinds_of_arguments_are_known(self):
        for entry in [*_options.OPTIONS.values(), *_options.SETTINGS.values(),
                      *_options.IMPORT.values()]:
            if entry.argument not in ("MODE",):
                self.assertIn(entry.argument, _options._KINDS, entry.name)

    def test_function_and_method_have_the_same_help(self):
        self.assertEqual(libcb.gate.__doc__, libcb.Context.gate.__doc__)
        self.assertIn("* limit (PERCENT; default 5%)", libcb.gate.__doc__)

    def test_help_has_the_budget_of_the_call(self):
        self.assertIn("* budget (SECONDS; default 60)", libcb.advise.__doc__)
        self.assertIn("* budget (SECONDS; default 120)", libcb.run.__doc__)

    def test_imports_show_the_options_of_their_table(self):
        shown = set(inspect.signature(libcb.import_speed).parameters) - {"sources"}
        self.assertEqual(shown, set(_options.IMPORT))
        self.assertGreater(len(shown), 5)

    def test_unknown_keyword_is_a_type_error_with_a_hint(self):
        with self.assertRaisesRegex(TypeError, "'algoritms': did you mean 'algorithms'"):
            libcb.run(algoritms="sha256")
        with self.assertRaisesRegex(TypeError, "has no option 'zzz': there are accel, algorithms"):
            libcb.run(zzz=1)
        with self.assertRaisesRegex(TypeError, "does not use 'launches'"):
            libcb.gate("openssl:on", "openssl:off", launches=3)


class Values(unittest.TestCase):
    def text(self, value):
        return _options.option_text(_options.OPTIONS["sizes"], value)

    def setting(self, name, value):
        return _options.setting_text(_options.SETTINGS[name], value)

    def test_integers_are_exact(self):
        self.assertEqual(self.text(2**63 + 1), "9223372036854775809")

    def test_lists_are_comma_lists(self):
        self.assertEqual(self.text([16, "64", 2**10]), "16,64,1024")
        self.assertEqual(self.text(n for n in (1, 2)), "1,2")
        self.assertEqual(self.text([libcb.Accel.ON, libcb.Accel.OFF]), "on,off")

    def test_switches_are_1_and_0(self):
        self.assertEqual([self.text(True), self.text(False)], ["1", "0"])

    def test_numbers_keep_their_digits(self):
        self.assertEqual(self.text(0.1), "0.1")
        self.assertEqual(self.text(12.5), "12.5")

    def test_dicts_are_lists_of_pairs(self):
        self.assertEqual(self.text({"a/**": 10, "b": 2.5}), "a/**=10,b=2.5")

    def test_other_numbers_are_taken(self):
        import decimal
        import fractions

        class Size:
            def __index__(self):
                return 4096

        self.assertEqual(self.text(Size()), "4096")
        self.assertEqual(self.text(decimal.Decimal("0.5")), "0.5")
        self.assertEqual(self.text(fractions.Fraction(1, 4)), "0.25")

    def test_bytes_and_objects_are_refused(self):
        for value in (b"16", object(), [object()], [b"1"]):
            with self.assertRaisesRegex(TypeError, "sizes must be str, a number"):
                self.text(value)

    def test_settings_have_units(self):
        self.assertEqual(self.setting("limit", 5), "5%")
        self.assertEqual(self.setting("limit", "2%"), "2%")
        self.assertEqual(self.setting("min_delta", 1.5), "1.5ns")
        self.assertEqual(self.setting("rounds", 4), "4")
        self.assertEqual(self.setting("canary", False), "off")
        self.assertEqual(self.setting("canary", True), "on")

    def test_none_is_not_given(self):
        self.assertEqual(_options.texts("run", _options.OPTIONS, {"sizes": None}), {})

    def test_keywords_become_the_names_of_the_library(self):
        taken = _options.texts("run", _options.OPTIONS, {"time_limit": 3})
        self.assertEqual(taken, {"time-limit": "3"})


if __name__ == "__main__":
    unittest.main()
