/* SPDX-License-Identifier: Apache-2.0 */
/** @file Everything a program needs. Authors of backends include cb/backend.h instead. */
#ifndef CB_CB_H
#define CB_CB_H

#include <cb/advise.h>
#include <cb/baseline.h>
#include <cb/catalogue.h>
#include <cb/compare.h>
#include <cb/context.h>
#include <cb/document.h>
#include <cb/findings.h>
#include <cb/format.h>
#include <cb/gate.h>
#include <cb/import.h>
#include <cb/inventory.h>
#include <cb/measure.h>
#include <cb/plan.h>
#include <cb/prove.h>
#include <cb/report.h>
#include <cb/results.h>
#include <cb/rules.h>
#include <cb/selftest.h>
#include <cb/status.h>
#include <cb/version.h>

#endif
