import assert from "node:assert/strict";
import { test } from "node:test";
import { countCases, failingFiles } from "../../../scripts/test.ts";

const REPORT = `<testsuites name="deno test" tests="4" failures="1" errors="0">
<testsuite name="./tests/a.test.ts" tests="3"><testcase name="1"></testcase>
<testcase name="2"><failure message="no">no</failure></testcase><testcase name="3"><skipped/></testcase></testsuite>
<testsuite name="./tests/b.test.ts" tests="1"><testcase name="1"></testcase></testsuite></testsuites>`;

test("countCases() counts what ran, and a run that broke without a failing case as one failure", () => {
  assert.deepEqual(countCases(REPORT, 1), { passed: 2, failed: 1 });
  assert.deepEqual(countCases("", 1), { passed: 0, failed: 1 });
  assert.deepEqual(countCases("", 0), { passed: 0, failed: 0 });
});

test("failingFiles() names files with a failing case and what passed in them", () => {
  assert.deepEqual(failingFiles(REPORT), { files: ["./tests/a.test.ts"], passed: 1 });
  assert.deepEqual(failingFiles(""), { files: [], passed: 0 });
});
