# SPDX-License-Identifier: Apache-2.0
"""Measures one cell with the libcb that the interpreter finds, which must be below the directory given."""
import os
import sys

import libcb

place = os.path.realpath(sys.argv[1])
if not os.path.realpath(libcb.__file__).startswith(place + os.sep):
    sys.exit("libcb is " + libcb.__file__)
results = libcb.run("null:on", algorithms=["null-hash"], sizes=[64], launches=1, budget=3)
outcomes = [cell.outcome.value for cell in results]
if outcomes != ["measured"]:
    sys.exit("outcomes: %r" % outcomes)
