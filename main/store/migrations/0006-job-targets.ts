/** Finds what jobs are about by their ids: each window of boards asks, and a job may have 100,000 items. */
export const jobTargets = `
CREATE INDEX job_items_by_target ON job_items (target_id);
`;
