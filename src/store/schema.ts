/** Grows with the first change after a release, which then brings the step from one to the next. */
export const schemaVersion = 1;

/** Money is integer micro-dollars, times are milliseconds since 1970, days are local calendar days. */
export const schema = `
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    refs INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Each index is one more page to write and sync for every answer: there is one only for what a view or a question looks up.
  -- Which bodies have no exchange left is counted (bodies.refs): foreign keys, which would need another index, are not enforced.
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
    agent TEXT,
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
    pinned INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX exchanges_by_question ON exchanges (question, sent_at) WHERE can_serve = 1;
  CREATE INDEX exchanges_by_day ON exchanges (day, id);
  CREATE INDEX exchanges_by_endpoint ON exchanges (endpoint_id, id);
  CREATE INDEX exchanges_pinned ON exchanges (id) WHERE pinned = 1;
  CREATE TRIGGER body_gained AFTER INSERT ON exchanges WHEN new.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs + 1 WHERE id = new.body_id;
  END;
  CREATE TRIGGER body_lost AFTER DELETE ON exchanges WHEN old.body_id IS NOT NULL BEGIN
    UPDATE bodies SET refs = refs - 1 WHERE id = old.body_id;
    DELETE FROM bodies WHERE id = old.body_id AND refs <= 0;
  END;

  -- calls that are under way, each with what is set aside for it, and what it counts as where its price is a guess
  CREATE TABLE intents (
    call TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    pid INTEGER NOT NULL,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    connection TEXT NOT NULL,
    place TEXT NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    asker TEXT NOT NULL,
    agent TEXT,
    reserved INTEGER NOT NULL,
    guess INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    call TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    connection TEXT NOT NULL,
    service TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    format TEXT NOT NULL,
    asker TEXT NOT NULL,
    agent TEXT,
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
    exchange_id TEXT
  ) STRICT;
  CREATE TRIGGER ledger_unchanged BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;
  CREATE TRIGGER ledger_undeleted BEFORE DELETE ON ledger BEGIN
    SELECT RAISE (ABORT, 'lines of the ledger are only added');
  END;

  -- What agents asked for is summed for itself. The endpoint '' holds what was spent on the day before this history was started, as a
  -- person stated it: nobody knows whose calls that was, so it counts as theirs.
  CREATE TABLE totals (
    purse TEXT NOT NULL,
    day TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    of_agents INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    unreported INTEGER NOT NULL,
    maybe_billed INTEGER NOT NULL,
    PRIMARY KEY (purse, day, endpoint_id, of_agents)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ledger_totalled AFTER INSERT ON ledger BEGIN
    INSERT INTO totals VALUES (
      iif(new.connection = 'sandbox', 'play', 'real'), new.day, new.endpoint_id, new.asker = 'tool', new.amount,
      new.status IS NOT NULL OR new.spent <> 'no',
      new.is_reported = 0 AND (new.status IS NOT NULL OR new.spent <> 'no'),
      new.spent = 'maybe'
    )
    ON CONFLICT DO UPDATE SET
      spent = spent + excluded.spent,
      calls = calls + excluded.calls,
      unreported = unreported + excluded.unreported,
      maybe_billed = maybe_billed + excluded.maybe_billed;
  END;

  CREATE TABLE prices (
    place TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    price INTEGER NOT NULL,
    PRIMARY KEY (place, endpoint_id)
  ) STRICT, WITHOUT ROWID;

  -- what a person pinned, in their order
  CREATE TABLE pins (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    label TEXT NOT NULL,
    pinned_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`;
