/**
 * Each step brings the tables from one version to the next; a step that was released is never changed.
 * Money is integer micro-dollars, times are milliseconds since 1970, days are local calendar days.
 */
export const schemaMigrations: readonly string[] = [
  `
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    encoding TEXT NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    refs INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    question BLOB NOT NULL,
    can_serve INTEGER NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    method TEXT NOT NULL,
    base_url TEXT NOT NULL,
    target TEXT NOT NULL,
    request_body TEXT,
    params TEXT NOT NULL,
    connection TEXT NOT NULL,
    asker TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    day TEXT NOT NULL,
    duration_ms REAL NOT NULL,
    attempts INTEGER NOT NULL,
    price INTEGER,
    balance INTEGER,
    refunded INTEGER NOT NULL,
    retried INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    body_id INTEGER REFERENCES bodies (id),
    body_bytes INTEGER NOT NULL,
    withheld TEXT,
    pinned INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX exchanges_by_question ON exchanges (question, sent_at) WHERE can_serve = 1;
  CREATE INDEX exchanges_by_day ON exchanges (day, id);
  CREATE INDEX exchanges_by_endpoint ON exchanges (endpoint_id, id);
  CREATE INDEX exchanges_to_go ON exchanges (id) WHERE pinned = 0;
  CREATE INDEX exchanges_pinned ON exchanges (id) WHERE pinned = 1;
  CREATE INDEX exchanges_by_body ON exchanges (body_id);
  CREATE TRIGGER body_gained AFTER INSERT ON exchanges WHEN new.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs + 1 WHERE id = new.body_id;
  END;
  CREATE TRIGGER body_lost AFTER DELETE ON exchanges WHEN old.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs - 1 WHERE id = old.body_id;
    DELETE FROM bodies WHERE id = old.body_id AND refs <= 0;
  END;

  -- calls that are under way, each with what is set aside for it
  CREATE TABLE intents (
    call TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    purse TEXT NOT NULL,
    connection TEXT NOT NULL,
    place TEXT NOT NULL,
    account TEXT,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    asker TEXT NOT NULL,
    reserved INTEGER NOT NULL,
    overlaps INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    call TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    purse TEXT NOT NULL,
    connection TEXT NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    asker TEXT NOT NULL,
    amount INTEGER NOT NULL,
    is_reported INTEGER NOT NULL,
    spent TEXT NOT NULL,
    price INTEGER,
    balance INTEGER,
    refunded INTEGER NOT NULL,
    retried INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    exchange_id TEXT,
    UNIQUE (call, kind)
  ) STRICT;
  CREATE TRIGGER ledger_unchanged BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;
  CREATE TRIGGER ledger_undeleted BEFORE DELETE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;

  CREATE TABLE totals (
    purse TEXT NOT NULL,
    day TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    service TEXT NOT NULL,
    spent INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    unreported INTEGER NOT NULL,
    maybe_billed INTEGER NOT NULL,
    unexplained INTEGER NOT NULL,
    PRIMARY KEY (purse, day, endpoint_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_totalled AFTER INSERT ON ledger BEGIN
    INSERT INTO totals VALUES (
      new.purse, new.day, new.endpoint_id, new.service,
      iif(new.kind = 'unexplained', 0, new.amount),
      new.kind = 'call' AND (new.status IS NOT NULL OR new.spent <> 'no'),
      CASE new.kind
        WHEN 'call' THEN new.is_reported = 0 AND (new.status IS NOT NULL OR new.spent <> 'no')
        WHEN 'correction' THEN -new.is_reported
        ELSE 0 END,
      CASE new.kind WHEN 'call' THEN new.spent = 'maybe' WHEN 'correction' THEN -(new.spent <> 'maybe') ELSE 0 END,
      iif(new.kind = 'unexplained', new.amount, 0)
    )
    ON CONFLICT DO UPDATE SET
      spent = spent + excluded.spent,
      calls = calls + excluded.calls,
      unreported = unreported + excluded.unreported,
      maybe_billed = maybe_billed + excluded.maybe_billed,
      unexplained = unexplained + excluded.unexplained;
  END;

  -- the last balance that is certain of each key, and what was booked since; the name tells nothing of the key
  CREATE TABLE accounts (
    account TEXT PRIMARY KEY,
    balance INTEGER NOT NULL,
    booked INTEGER NOT NULL,
    calls INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE prices (
    place TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    price INTEGER NOT NULL,
    PRIMARY KEY (place, endpoint_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Which question (exchanges.question) a call asks, so that two windows ask it once. Without an index: the table holds the few
  -- calls that are under way, and an index would be one more page to write for each.
  ALTER TABLE intents ADD COLUMN question BLOB;
  `,
  `
  -- Prices of sandboxes were kept once; each has an address of its own, and none is asked again.
  DELETE FROM prices WHERE place LIKE '% sandbox %';
  `,
  `
  -- Each index is one more page to write and sync for every answer. The oldest that may go are found by their ids, and which
  -- bodies have no exchange left is counted (bodies.refs): foreign keys, which would need the other index, are not enforced.
  DROP INDEX IF EXISTS exchanges_to_go;
  DROP INDEX IF EXISTS exchanges_by_body;
  `,
  `
  -- The program of the agent that asked, as it called itself.
  ALTER TABLE exchanges ADD COLUMN agent TEXT;
  ALTER TABLE intents ADD COLUMN agent TEXT;
  ALTER TABLE ledger ADD COLUMN agent TEXT;
  `,
  `
  -- Windows share no requests any more. What a call counts as whose price is a guess: other calls wait for it.
  ALTER TABLE intents DROP COLUMN question;
  ALTER TABLE intents ADD COLUMN guess INTEGER;
  `,
  `
  -- what a person pinned, in their order
  CREATE TABLE pins (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    label TEXT NOT NULL,
    pinned_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  `,
];
