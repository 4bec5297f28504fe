# SPDX-License-Identifier: Apache-2.0
"""A host that has loaded libcrypto already gets the same gain from acceleration as anybody else.

ctypes_host.py LIBCB: plain C calls, as any language's foreign function interface would make them.
"""
import ctypes
import json
import os
import ssl  # loads libcrypto into this process
import sys

SKIP = 77


def check(status, context, library, what):
    if status != 0:
        sys.exit(f"{what}: {library.cb_context_error(context).decode()}")


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.cb_context_error.restype = ctypes.c_char_p
    pointer = ctypes.c_void_p
    context, plan, results, text = pointer(), pointer(), pointer(), pointer()

    assert library.cb_context_new(ctypes.byref(context), None) == 0
    check(library.cb_plan_new(ctypes.byref(plan), context), context, library, "plan")
    for subject in (b"openssl:on", b"openssl:off"):
        if library.cb_plan_add_subject(plan, subject) != 0:
            print("no openssl backend in this build")
            sys.exit(SKIP)
    for option, value in ((b"algorithms", b"aes-256-gcm"), (b"ops", b"seal"), (b"sizes", b"16384"),
                          (b"launches", b"6"), (b"samples", b"5")):
        check(library.cb_plan_set(plan, option, value), context, library, option)
    affinity = os.sched_getaffinity(0)
    check(library.cb_plan_run(plan, ctypes.byref(results), None, None), context, library, "run")
    assert os.sched_getaffinity(0) == affinity, "the caller's affinity was not restored"
    check(library.cb_results_to_json(results, ctypes.byref(text), 0), context, library, "json")

    document = json.loads(ctypes.string_at(text.value))
    library.cb_string_free(text)
    library.cb_results_free(results)
    library.cb_plan_free(plan)
    library.cb_context_free(context)
    judge(document)


def judge(document):
    for subject in document["subjects"]:
        assert subject["accel_proof"]["achieved"], subject
    ratio = document["ratios"][0]
    print(f"{ssl.OPENSSL_VERSION} is loaded here; off over on: {ratio['ratio']:.1f}")
    if document["environment"]["cpu"]["features"].get("aes") is not True:
        sys.exit(SKIP)
    assert ratio["ratio"] > 4, "acceleration was not switched"


main()
