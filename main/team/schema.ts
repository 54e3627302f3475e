/**
 * The tables, roles and functions of a team register on PostgreSQL 15 or newer.
 *
 * Members write only through the functions. The functions belong to `easel_schema`, a role without a login, and
 * take the author and the time from the server.
 */

/** Largest body of an item in bytes, as the server writes it. */
export const LARGEST_BODY = 32_768;

/** Key of the advisory lock that set-up and migrations take. */
const LOCK = 0x45_61_73_65;

const ROLES = `
DO $$ DECLARE r text; BEGIN
  FOREACH r IN ARRAY ARRAY['easel_schema', 'easel_member', 'easel_owner'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', r); END IF;
  END LOOP;
END $$;
GRANT easel_member TO easel_owner;
`;

export const VERSION_1 = `
CREATE SCHEMA easel AUTHORIZATION easel_schema;
SET LOCAL ROLE easel_schema;

CREATE TABLE easel.schema_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
  by name NOT NULL DEFAULT session_user);

-- One row for each customer account of the whiteboard service that a team looks after.
-- Every change locks this row first, so revisions become visible in their order.
CREATE TABLE easel.accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100 AND name !~ '[[:cntrl:]]'),
  revision bigint NOT NULL DEFAULT 0,
  -- A new value makes every computer read the account again. Change it after a backup was restored.
  history uuid NOT NULL DEFAULT gen_random_uuid(),
  created_by name NOT NULL DEFAULT session_user,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Notes of boards and papers, papers, and shared views. A removed item keeps its row with an empty body.
CREATE TABLE easel.items (
  account_id uuid NOT NULL REFERENCES easel.accounts,
  kind text NOT NULL CHECK (kind IN ('note', 'paper', 'view')),
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 512),
  body jsonb CHECK (octet_length(body::text) <= ${LARGEST_BODY}),
  revision bigint NOT NULL,
  changed_by name NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, id)
);
CREATE INDEX items_by_revision ON easel.items (account_id, revision, kind, id);

CREATE FUNCTION easel.set_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_by := session_user;
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER set_author BEFORE INSERT OR UPDATE ON easel.items
  FOR EACH ROW EXECUTE FUNCTION easel.set_author();

-- Changes items of one account, all or none, and returns the account's new revision. Each change is
-- {kind, id, revision, body}; 'revision' is the item's revision that the member saw, 0 for a new item.
-- Fails with EA409 if one of the items has another revision.
CREATE FUNCTION easel.change_items(account uuid, changes jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
  ON CONFLICT (account_id, kind, id) DO UPDATE SET body = excluded.body, revision = excluded.revision;
  -- Anyone who can connect can listen, so the message holds no names or texts.
  PERFORM pg_notify('easel', account || ':' || new_revision);
  RETURN new_revision;
END $$;

-- Installations of Easel. Each member's entries of one installation are numbered without gaps.
CREATE TABLE easel.installations (
  id uuid NOT NULL,
  member name NOT NULL DEFAULT session_user,
  os_user text NOT NULL CHECK (length(os_user) <= 200),
  seen_at timestamptz NOT NULL DEFAULT now(),
  last_number bigint NOT NULL DEFAULT 0,
  -- Number of the last sent entry in the installation's own activity log.
  last_local bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id, member)
);

CREATE TABLE easel.audit (
  received_at timestamptz NOT NULL DEFAULT now(),
  member name NOT NULL DEFAULT session_user,
  installation uuid NOT NULL,
  number bigint NOT NULL,
  account_id uuid NOT NULL,
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
CREATE INDEX audit_by_entry ON easel.audit (installation, member, number);

-- Registers an installation. 'last_local' is where its next entries continue. 'shared_with' counts other operating
-- system users who used the same login in the last 90 days.
CREATE FUNCTION easel.sign_in(installation uuid, os_user text,
  OUT last_number bigint, OUT last_local bigint, OUT shared_with bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO easel.installations AS i (id, os_user) VALUES (installation, sign_in.os_user)
    ON CONFLICT (id, member) DO UPDATE SET os_user = excluded.os_user, seen_at = now()
    RETURNING i.last_number, i.last_local INTO last_number, last_local;
  SELECT count(DISTINCT i.os_user) INTO shared_with FROM easel.installations i
    WHERE i.member = session_user AND i.os_user <> sign_in.os_user AND i.seen_at > now() - interval '90 days';
END $$;

-- Adds entries of a member's activity log. 'first' must follow the last number (else EA409), so that entries arrive
-- once and in order. 'last_local' is the local number of the last entry.
CREATE FUNCTION easel.add_audit(installation uuid, first bigint, last_local bigint, entries jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE last bigint; month date := date_trunc('month', now() AT TIME ZONE 'UTC');
  part text := 'audit_' || to_char(month, 'YYYY_MM');
BEGIN
  SELECT i.last_number INTO last FROM easel.installations i
    WHERE i.id = installation AND i.member = session_user FOR UPDATE;
  IF last IS NULL OR first IS DISTINCT FROM last + 1 THEN
    RAISE EXCEPTION 'the next entry is %', last + 1 USING ERRCODE = 'EA409';
  END IF;
  IF to_regclass('easel.' || part) IS NULL THEN
    -- Only the function may lock this table, so no member can block it.
    LOCK TABLE easel.audit IN SHARE UPDATE EXCLUSIVE MODE;
    IF to_regclass('easel.' || part) IS NULL THEN
      EXECUTE format('CREATE TABLE easel.%I PARTITION OF easel.audit FOR VALUES FROM (%L) TO (%L)', part,
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    END IF;
  END IF;
  INSERT INTO easel.audit (installation, number, account_id, local_at, os_user, action, target, outcome, status,
      detail, reason, job)
    SELECT installation, last + e.place, (e.value->>'account')::uuid, to_timestamp((e.value->>'at')::double precision / 1000),
      left(e.value->>'user', 200), left(e.value->>'action', 100), left(e.value->>'target', 512),
      left(e.value->>'outcome', 100), (e.value->>'status')::integer, left(e.value->>'detail', 200),
      left(e.value->>'reason', 200), left(e.value->>'job', 512)
    FROM jsonb_array_elements(entries) WITH ORDINALITY AS e (value, place);
  UPDATE easel.installations i SET last_number = last + jsonb_array_length(entries), last_local = add_audit.last_local,
    seen_at = now() WHERE i.id = installation AND i.member = session_user;
END $$;

-- Partitions of the audit that owners dropped.
CREATE TABLE easel.audit_drops (month date PRIMARY KEY, entries bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
  by name NOT NULL DEFAULT session_user);

-- Drops the audit of one month that ended at least 90 days ago. Returns the number of dropped entries.
CREATE FUNCTION easel.drop_audit_month(month date) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE part text := 'audit_' || to_char(month, 'YYYY_MM'); dropped bigint;
BEGIN
  IF date_trunc('month', month) + interval '1 month' > now() - interval '90 days' THEN
    RAISE EXCEPTION 'this month ended less than 90 days ago' USING ERRCODE = 'EA403';
  END IF;
  IF to_regclass('easel.' || part) IS NULL THEN
    RAISE EXCEPTION 'there are no entries of this month' USING ERRCODE = 'EA404';
  END IF;
  EXECUTE format('SELECT count(*) FROM easel.%I', part) INTO dropped;
  EXECUTE format('DROP TABLE easel.%I', part);
  INSERT INTO easel.audit_drops (month, entries) VALUES (date_trunc('month', month), dropped);
  RETURN dropped;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA easel FROM PUBLIC;
GRANT USAGE ON SCHEMA easel TO easel_member;
GRANT SELECT ON easel.schema_version, easel.accounts, easel.items TO easel_member;
GRANT INSERT (name) ON easel.accounts TO easel_member;
GRANT EXECUTE ON FUNCTION easel.change_items, easel.sign_in, easel.add_audit TO easel_member;
GRANT SELECT ON easel.audit, easel.audit_drops, easel.installations TO easel_owner;
GRANT EXECUTE ON FUNCTION easel.drop_audit_month TO easel_owner;
`;

/** Migrations by the version they lead to. The first one creates everything. */
const MIGRATIONS: readonly string[] = [VERSION_1];

/** Version of the schema that this Easel needs. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Skips a migration that another computer made first, so that the SQL can run twice. */
const guarded = (sql: string, version: number): string => `
DO $migration$ DECLARE present integer := 0; BEGIN
IF to_regclass('easel.schema_version') IS NOT NULL THEN
  SELECT max(version) INTO present FROM easel.schema_version;
END IF;
IF present >= ${version} THEN RETURN; END IF;
${sql.trim()}

INSERT INTO easel.schema_version (version) VALUES (${version});
RESET ROLE;
END $migration$;
`;

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns one transaction that brings a register from `version` (0 for an empty database) to the last version, and makes
 * `member` a member at the first set-up. A user who may create roles runs it, in Easel or with psql. Membership in
 * `easel_schema` ends with the transaction.
 */
export function setUpSql(version: number, member: string, migrations = MIGRATIONS): string {
  return `BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
${version === 0 ? ROLES : ''}
GRANT easel_schema TO CURRENT_USER;
${migrations.map((sql, index) => (index < version ? '' : guarded(sql, index + 1))).join('')}
REVOKE easel_schema FROM CURRENT_USER;
${version === 0 ? `GRANT easel_member TO ${identifier(member)};\n` : ''}COMMIT;
`;
}
