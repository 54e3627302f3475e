/** SQL for PostgreSQL 15 or newer. Members can write only by these functions, which set the author and the time. */

/** Maximum size of an item's JSON in bytes, including the spaces that PostgreSQL inserts. */
export const LARGEST_BODY = 32_768;

export const SCHEMA_VERSION = 1;

const LOCK = 0x45_61_73_65;

/** Runs a function with its owner's rights. In UTC, because a member's time zone would shift partition bounds. */
const BY_OWNER = `SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'`;

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns SQL that sets up an empty database or updates an older one, in one transaction. It adds the login `member` to
 * the team. It can run again at any time, so each statement must also work on a database that is already set up.
 * Running it needs a user who may create roles.
 */
export const setUpSql = (member: string): string => `BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
DO $$ DECLARE r text; BEGIN
  IF current_setting('server_version_num')::integer < 150000 THEN
    RAISE EXCEPTION 'Easel requires PostgreSQL 15 or later' USING ERRCODE = 'EA015';
  END IF;
  FOREACH r IN ARRAY ARRAY['easel_schema', 'easel_member', 'easel_owner'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', r); END IF;
  END LOOP;
END $$;
GRANT easel_member TO easel_owner, ${identifier(member)};
GRANT easel_schema TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS easel AUTHORIZATION easel_schema;
SET LOCAL ROLE easel_schema;

CREATE TABLE IF NOT EXISTS easel.schema_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
  by name NOT NULL DEFAULT session_user);
DO $$ BEGIN
  IF (SELECT max(version) FROM easel.schema_version) > ${SCHEMA_VERSION} THEN
    RAISE EXCEPTION 'a newer version of Easel has updated this team register' USING ERRCODE = 'EA409';
  END IF;
END $$;
INSERT INTO easel.schema_version (version) VALUES (${SCHEMA_VERSION}) ON CONFLICT DO NOTHING;

-- Accounts: one row for each account at the whiteboard service that the team manages.
-- Each change of an account first locks its row, so that revisions become visible in ascending order.
CREATE TABLE IF NOT EXISTS easel.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100 AND name !~ '[[:cntrl:]]'),
  revision bigint NOT NULL DEFAULT 0,
  -- After a restored backup, set a new value. Each computer then reads the whole account again.
  history uuid NOT NULL DEFAULT gen_random_uuid(),
  created_by name NOT NULL DEFAULT session_user
);

-- Items: notes of boards and papers, papers, and shared views. The row of a removed item stays, with body null.
CREATE TABLE IF NOT EXISTS easel.items (
  account_id uuid NOT NULL REFERENCES easel.accounts,
  kind text NOT NULL CHECK (kind IN ('note', 'paper', 'view')),
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 512),
  body jsonb CHECK (octet_length(body::text) <= ${LARGEST_BODY}),
  revision bigint NOT NULL,
  changed_by name NOT NULL DEFAULT session_user,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, kind, id)
);
CREATE INDEX IF NOT EXISTS items_by_revision ON easel.items (account_id, revision, kind, id);

-- Changes items of an account, all or none, and returns the account's new revision. Each change is
-- {kind, id, revision, body}. Its 'revision' is the last that the member's computer read; 0 for a new item.
-- Fails with EA409 if an item in the table has another revision.
CREATE OR REPLACE FUNCTION easel.change_items(account uuid, changes jsonb) RETURNS bigint
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE new_revision bigint;
BEGIN
  UPDATE easel.accounts SET revision = revision + 1 WHERE id = account RETURNING revision INTO new_revision;
  IF new_revision IS NULL THEN RAISE EXCEPTION 'no such account' USING ERRCODE = 'EA404'; END IF;
  IF EXISTS (SELECT FROM jsonb_to_recordset(changes) AS c (kind text, id text, revision bigint)
    LEFT JOIN easel.items i ON i.account_id = account AND i.kind = c.kind AND i.id = c.id
    WHERE coalesce(i.revision, 0) IS DISTINCT FROM c.revision)
  THEN RAISE EXCEPTION 'changed by someone else' USING ERRCODE = 'EA409'; END IF;
  INSERT INTO easel.items (account_id, kind, id, body, revision)
    SELECT account, c.kind, c.id, nullif(c.body, 'null'), new_revision
    FROM jsonb_to_recordset(changes) AS c (kind text, id text, body jsonb)
  ON CONFLICT (account_id, kind, id) DO UPDATE SET body = excluded.body, revision = excluded.revision,
    changed_by = excluded.changed_by, changed_at = excluded.changed_at;
  -- Anyone who can connect can read notifications, so the notification contains no names or texts.
  PERFORM pg_notify('easel', account || ':' || new_revision);
  RETURN new_revision;
END $$;

-- Installations of Easel, one row per member who used one. A row's audit entries are numbered without gaps.
CREATE TABLE IF NOT EXISTS easel.installations (
  id uuid NOT NULL,
  member name NOT NULL DEFAULT session_user,
  os_user text NOT NULL CHECK (length(os_user) <= 200),
  seen_at timestamptz NOT NULL DEFAULT now(),
  last_number bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id, member)
);

CREATE TABLE IF NOT EXISTS easel.audit (
  received_at timestamptz NOT NULL DEFAULT now(),
  member name NOT NULL DEFAULT session_user,
  installation uuid NOT NULL,
  number bigint NOT NULL,
  account_id uuid NOT NULL,
  -- Number and time of the entry in the member's local log. They identify an entry that was sent twice.
  local_number bigint NOT NULL,
  local_at timestamptz NOT NULL,
  os_user text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  outcome text NOT NULL,
  status integer,
  detail text NOT NULL,
  reason text NOT NULL,
  job text NOT NULL
) PARTITION BY RANGE (received_at);
CREATE INDEX IF NOT EXISTS audit_by_entry ON easel.audit (installation, local_number);

-- Registers an installation. Returns how many other operating-system users used this login in the last 90 days.
CREATE OR REPLACE FUNCTION easel.sign_in(installation uuid, os_user text) RETURNS bigint
LANGUAGE sql ${BY_OWNER} AS $$
  INSERT INTO easel.installations (id, os_user) VALUES (installation, sign_in.os_user)
    ON CONFLICT (id, member) DO UPDATE SET os_user = excluded.os_user, seen_at = now();
  SELECT count(DISTINCT i.os_user) FROM easel.installations i
    WHERE i.member = session_user AND i.os_user <> sign_in.os_user AND i.seen_at > now() - interval '90 days';
$$;

-- Adds entries of a member's local log to the audit, except entries that the audit already contains.
CREATE OR REPLACE FUNCTION easel.add_audit(installation uuid, entries jsonb) RETURNS void
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE last bigint; added bigint; month date := date_trunc('month', now() AT TIME ZONE 'UTC');
  part text := 'audit_' || to_char(month, 'YYYY_MM');
BEGIN
  SELECT i.last_number INTO STRICT last FROM easel.installations i
    WHERE i.id = installation AND i.member = session_user FOR UPDATE;
  IF to_regclass('easel.' || part) IS NULL THEN
    -- Members may not lock this table themselves, so they can't block other members.
    LOCK TABLE easel.audit IN SHARE UPDATE EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE IF NOT EXISTS easel.%I PARTITION OF easel.audit FOR VALUES FROM (%L) TO (%L)', part,
      month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END IF;
  INSERT INTO easel.audit (installation, number, account_id, local_number, local_at, os_user, action, target, outcome,
      status, detail, reason, job)
    SELECT installation, last + row_number() OVER (ORDER BY e.number), e.account, e.number, local_time,
      left(e."user", 200), left(e.action, 100), left(e.target, 512), left(e.outcome, 100), e.status,
      left(e.detail, 200), left(e.reason, 200), left(e.job, 512)
    FROM jsonb_to_recordset(entries) AS e (number bigint, account uuid, at double precision, "user" text, action text,
      target text, outcome text, status integer, detail text, reason text, job text),
      to_timestamp(least(greatest(e.at, 0), 8.64e15) / 1000) AS local_time
    WHERE NOT EXISTS (SELECT FROM easel.audit a WHERE a.installation = add_audit.installation
      AND a.local_number = e.number AND a.local_at = local_time AND a.member = session_user);
  GET DIAGNOSTICS added = ROW_COUNT;
  UPDATE easel.installations i SET last_number = last + added, seen_at = now()
    WHERE i.id = installation AND i.member = session_user;
END $$;

-- Months of the audit that a team owner deleted.
CREATE TABLE IF NOT EXISTS easel.audit_drops (month date PRIMARY KEY, entries bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), by name NOT NULL DEFAULT session_user);

-- Deletes the audit of a month that ended at least 90 days ago. Returns the number of deleted entries.
CREATE OR REPLACE FUNCTION easel.drop_audit_month(month date) RETURNS bigint
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE part text := 'audit_' || to_char(month, 'YYYY_MM'); dropped bigint;
BEGIN
  IF date_trunc('month', month) + interval '1 month' > now() - interval '90 days' THEN
    RAISE EXCEPTION 'this month ended less than 90 days ago' USING ERRCODE = 'EA403';
  END IF;
  EXECUTE format('SELECT count(*) FROM easel.%I', part) INTO dropped;
  EXECUTE format('DROP TABLE easel.%I', part);
  INSERT INTO easel.audit_drops (month, entries) VALUES (date_trunc('month', month), dropped);
  RETURN dropped;
END $$;

-- Plans of bulk deletes. A colleague of the author must approve a plan. Any member can then run it.
CREATE TABLE IF NOT EXISTS easel.plans (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES easel.accounts,
  ids jsonb NOT NULL CHECK (jsonb_array_length(ids) BETWEEN 1 AND 100000),
  boards integer GENERATED ALWAYS AS (jsonb_array_length(ids)) STORED,
  filter jsonb CHECK (octet_length(filter::text) <= 20000),
  -- Address of the board API from which the plan deletes its boards.
  board_api text NOT NULL CHECK (length(board_api) BETWEEN 1 AND 2000),
  note text NOT NULL CHECK (length(note) <= 4096),
  digest text NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'running', 'stopped', 'done')),
  drafted_by name NOT NULL,
  drafted_at timestamptz NOT NULL,
  approved_by name,
  closed_by name,
  close_reason text NOT NULL DEFAULT '' CHECK (length(close_reason) <= 4096),
  CONSTRAINT valid_for_90_days CHECK (expires_at > drafted_at AND expires_at <= drafted_at + interval '90 days'),
  CONSTRAINT approved_by_another CHECK (state NOT IN ('approved', 'running', 'stopped', 'done')
    OR (approved_by IS NOT NULL AND approved_by <> drafted_by))
);
CREATE INDEX IF NOT EXISTS plans_by_account ON easel.plans (account_id, drafted_at);

-- Sets author, approver and digest (SHA-256 of the ids, one per line), even if the table's owner writes the row.
CREATE OR REPLACE FUNCTION easel.guard_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
-- Columns that may change. Includes 'boards', because PostgreSQL computes this column only after this trigger.
DECLARE changing CONSTANT text[] := '{state, approved_by, closed_by, close_reason, boards}';
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.state := 'waiting';
    NEW.drafted_by := session_user;
    NEW.drafted_at := now();
    NEW.approved_by := NULL;
    NEW.digest := (SELECT encode(sha256(convert_to(string_agg(value, E'\\n' ORDER BY place), 'UTF8')), 'hex')
      FROM jsonb_array_elements_text(NEW.ids) WITH ORDINALITY AS e (value, place));
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
  THEN RAISE EXCEPTION 'a saved plan never changes' USING ERRCODE = 'EA422'; END IF;
  IF OLD.state || '>' || NEW.state NOT IN ('waiting>approved', 'waiting>declined', 'approved>declined',
    'approved>running', 'running>stopped', 'running>done', 'stopped>running', 'stopped>declined')
  THEN RAISE EXCEPTION 'a plan that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'EA409'; END IF;
  IF NEW.state IN ('approved', 'running') AND now() >= OLD.expires_at THEN
    RAISE EXCEPTION 'the plan has expired' USING ERRCODE = 'EA410';
  END IF;
  NEW.approved_by := CASE WHEN NEW.state = 'approved' THEN session_user ELSE OLD.approved_by END;
  NEW.closed_by := CASE WHEN NEW.state = 'declined' THEN session_user END;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_plan BEFORE INSERT OR UPDATE ON easel.plans FOR EACH ROW EXECUTE FUNCTION easel.guard_plan();

-- Runs: single and bulk deletes, delayed or running. A plan has at most one active run. A run without a report for
-- 60 s counts as stopped. Any member can then continue or decline its plan, which ends the run.
CREATE TABLE IF NOT EXISTS easel.runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES easel.accounts,
  plan_id uuid REFERENCES easel.plans,
  installation uuid NOT NULL,
  member name NOT NULL DEFAULT session_user,
  ids jsonb NOT NULL CHECK (jsonb_array_length(ids) BETWEEN 1 AND 100000),
  boards integer GENERATED ALWAYS AS (jsonb_array_length(ids)) STORED,
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'running', 'paused', 'ended')),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  seen_at timestamptz NOT NULL DEFAULT now(),
  pause_asked_by name
);
CREATE UNIQUE INDEX IF NOT EXISTS one_run_per_plan ON easel.runs (plan_id) WHERE state <> 'ended';
CREATE INDEX IF NOT EXISTS runs_by_account ON easel.runs (account_id) WHERE state <> 'ended';

-- Results: outcomes of the boards of plans. Boards that still must be deleted have no row.
CREATE TABLE IF NOT EXISTS easel.results (
  plan_id uuid NOT NULL REFERENCES easel.plans,
  board text NOT NULL,
  outcome text NOT NULL CHECK (length(outcome) <= 100),
  PRIMARY KEY (plan_id, board)
);

-- Visits of members to rooms of boards and papers. A visit without a report for 60 s has ended.
CREATE TABLE IF NOT EXISTS easel.visits (
  account_id uuid NOT NULL REFERENCES easel.accounts,
  installation uuid NOT NULL,
  member name NOT NULL DEFAULT session_user,
  kind text NOT NULL CHECK (kind IN ('board', 'paper')),
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 512),
  since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, installation, member, kind, id)
);

CREATE OR REPLACE FUNCTION easel.save_plan(account uuid, ids jsonb, filter jsonb, board_api text, note text,
  valid_days integer) RETURNS text
LANGUAGE sql ${BY_OWNER} AS $$
  SELECT pg_notify('easel', account || ':plans');
  INSERT INTO easel.plans (account_id, ids, filter, board_api, note, expires_at)
    VALUES (account, ids, nullif(filter, 'null'), board_api, note, now() + make_interval(days => valid_days))
    RETURNING digest;
$$;

-- Approves ('approved') or closes ('declined') a plan. For an approval, the digest must match the plan's. The trigger
-- guard_plan and the table's constraints check whether this member may do so.
CREATE OR REPLACE FUNCTION easel.decide_plan(plan uuid, digest text, decision text, reason text) RETURNS void
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE account uuid;
BEGIN
  IF decision NOT IN ('approved', 'declined') THEN RAISE EXCEPTION 'no such decision' USING ERRCODE = 'EA422'; END IF;
  PERFORM easel.end_stale_run(plan);
  UPDATE easel.plans p SET state = decision, close_reason = reason
    WHERE p.id = plan AND (decision = 'declined' OR p.digest = decide_plan.digest) RETURNING p.account_id INTO account;
  IF account IS NULL THEN RAISE EXCEPTION 'no such plan' USING ERRCODE = 'EA404'; END IF;
  PERFORM pg_notify('easel', account || ':plans');
END $$;

CREATE OR REPLACE FUNCTION easel.end_stale_run(plan uuid) RETURNS void
LANGUAGE plpgsql ${BY_OWNER} AS $$
BEGIN
  UPDATE easel.runs SET state = 'ended'
    WHERE plan_id = plan AND state <> 'ended' AND seen_at < now() - interval '60 seconds';
  IF FOUND THEN UPDATE easel.plans SET state = 'stopped' WHERE id = plan AND state = 'running'; END IF;
END $$;

-- Registers a delete before its delay starts. A plan must have no other active run, and no outcome for 'ids'.
CREATE OR REPLACE FUNCTION easel.start_run(account uuid, plan uuid, digest text, installation uuid, ids jsonb) RETURNS uuid
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE started uuid; planned jsonb;
BEGIN
  DELETE FROM easel.runs r WHERE r.plan_id IS NULL AND r.seen_at < now() - interval '1 day';
  IF plan IS NOT NULL THEN
    PERFORM easel.end_stale_run(plan);
    UPDATE easel.plans p SET state = 'running' WHERE p.id = plan AND p.account_id = account
      AND p.digest = start_run.digest AND p.state IN ('approved', 'stopped') RETURNING p.ids INTO planned;
    IF planned IS NULL OR EXISTS (
      SELECT jsonb_array_elements_text(start_run.ids)
      EXCEPT (SELECT jsonb_array_elements_text(planned) EXCEPT SELECT board FROM easel.results WHERE plan_id = plan))
    THEN RAISE EXCEPTION 'the plan can''t run now' USING ERRCODE = 'EA409'; END IF;
  END IF;
  INSERT INTO easel.runs (account_id, plan_id, installation, ids)
    VALUES (account, plan, start_run.installation, start_run.ids) RETURNING id INTO started;
  PERFORM pg_notify('easel', account || ':plans');
  RETURN started;
END $$;

-- Reports a run's state and outcomes ({board id: outcome}). The states 'stopped' and 'done' end the run, and so does
-- the expiry of its plan. 'is_active' is false after the end, for example if a colleague has continued the plan.
CREATE OR REPLACE FUNCTION easel.report_run(run uuid, new_state text, done integer, outcomes jsonb,
  OUT is_active boolean, OUT is_expired boolean, OUT pause_asked_by name)
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE known easel.runs;
BEGIN
  IF new_state = 'ended' THEN RAISE EXCEPTION 'no such report' USING ERRCODE = 'EA422'; END IF;
  SELECT * INTO known FROM easel.runs r WHERE r.id = run AND r.member = session_user FOR UPDATE;
  IF known.id IS NULL THEN RAISE EXCEPTION 'no such run' USING ERRCODE = 'EA404'; END IF;
  is_expired := EXISTS (SELECT FROM easel.plans p WHERE p.id = known.plan_id AND p.expires_at <= now());
  is_active := known.state <> 'ended' AND (new_state IN ('stopped', 'done') OR NOT is_expired);
  pause_asked_by := known.pause_asked_by;
  IF known.plan_id IS NOT NULL AND outcomes <> '{}' THEN
    INSERT INTO easel.results (plan_id, board, outcome)
      SELECT known.plan_id, key, value FROM jsonb_each_text(outcomes)
      WHERE key IN (SELECT jsonb_array_elements_text(known.ids))
      ON CONFLICT (plan_id, board) DO UPDATE SET outcome = excluded.outcome;
  END IF;
  IF known.state = 'ended' THEN RETURN; END IF;
  IF NOT is_active THEN new_state := 'stopped'; END IF;
  UPDATE easel.runs r SET seen_at = now(), done = report_run.done,
    state = CASE WHEN new_state IN ('stopped', 'done') THEN 'ended' ELSE new_state END,
    pause_asked_by = CASE WHEN new_state IN ('held', 'running') THEN r.pause_asked_by END WHERE r.id = run;
  IF new_state IN ('stopped', 'done') THEN
    UPDATE easel.plans SET state = new_state WHERE id = known.plan_id AND state = 'running';
  END IF;
  PERFORM pg_notify('easel', known.account_id || ':plans');
END $$;

CREATE OR REPLACE FUNCTION easel.ask_pause(run uuid) RETURNS void
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE account uuid;
BEGIN
  UPDATE easel.runs SET pause_asked_by = session_user WHERE id = run AND state IN ('held', 'running')
    AND seen_at > now() - interval '60 seconds' RETURNING account_id INTO account;
  IF account IS NULL THEN RAISE EXCEPTION 'no such run' USING ERRCODE = 'EA404'; END IF;
  PERFORM pg_notify('easel', account || ':pauses');
END $$;

-- Replaces a member's visits of one installation by 'rooms' ([{kind, id}]). Removes all visits that have ended.
CREATE OR REPLACE FUNCTION easel.visit(account uuid, installation uuid, rooms jsonb) RETURNS void
LANGUAGE plpgsql ${BY_OWNER} AS $$
DECLARE changed integer; removed integer;
BEGIN
  DELETE FROM easel.visits v WHERE v.account_id = account AND (v.seen_at < now() - interval '60 seconds'
    OR (v.installation = visit.installation AND v.member = session_user
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(rooms) AS r (kind text, id text) WHERE r.kind = v.kind AND r.id = v.id)));
  GET DIAGNOSTICS removed = ROW_COUNT;
  UPDATE easel.visits v SET seen_at = now()
    WHERE v.account_id = account AND v.installation = visit.installation AND v.member = session_user;
  INSERT INTO easel.visits (account_id, installation, kind, id)
    SELECT account, visit.installation, r.kind, r.id FROM jsonb_to_recordset(rooms) AS r (kind text, id text)
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed + removed > 0 THEN PERFORM pg_notify('easel', account || ':visits'); END IF;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA easel FROM PUBLIC;
GRANT USAGE ON SCHEMA easel TO easel_member;
GRANT SELECT ON easel.schema_version, easel.accounts, easel.items, easel.plans, easel.runs, easel.results, easel.visits
  TO easel_member;
GRANT INSERT (name) ON easel.accounts TO easel_member;
GRANT EXECUTE ON FUNCTION easel.change_items, easel.sign_in, easel.add_audit, easel.save_plan, easel.decide_plan,
  easel.start_run, easel.report_run, easel.ask_pause, easel.visit TO easel_member;
GRANT SELECT ON easel.audit, easel.audit_drops, easel.installations TO easel_owner;
GRANT EXECUTE ON FUNCTION easel.drop_audit_month TO easel_owner;
RESET ROLE;
REVOKE easel_schema FROM CURRENT_USER;
COMMIT;
`;
