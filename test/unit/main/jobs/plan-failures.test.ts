import { expect, test } from 'vitest';
import { notThisPlan, type PlanFault } from '../../../../main/jobs/plan-file.ts';
import { redact } from '../../../../main/log/redact.ts';

const FAULTS: Readonly<Record<PlanFault, true>> = {
  another: true,
  damaged: true,
  newer: true,
  'too-many': true,
  'not-understood': true,
  expired: true,
  'from-the-future': true,
};

test.each(Object.keys(FAULTS) as PlanFault[])(
  'what a plan contains (%s) is not taken for a secret',
  (fault) => {
    const { message, nextStep } = notThisPlan(fault);
    expect([message, nextStep].map((text) => redact(text))).toEqual([message, nextStep]);
  },
);
