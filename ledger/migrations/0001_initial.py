"""The events' table, in the dialect of each database, and the small tables beside it.

The database itself refuses to change or remove an event. On PostgreSQL a trigger fires always, also for TRUNCATE and
for a session that plays a replica. SQLite skips delete triggers when a row is replaced, so there a further trigger
looks before each insert.
"""

from django.conf import settings
from django.db import migrations, models

POSTGRESQL = """
CREATE SEQUENCE ledger_position AS bigint;

CREATE TABLE ledger_epoch (
    epoch smallint PRIMARY KEY,
    raised_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    reason text NOT NULL
);
INSERT INTO ledger_epoch (epoch, reason) VALUES (1, 'created');

-- Wide columns first: no padding. `batch` is the number of events of the append that starts here; it, the time and the
-- cause stand on its first event alone. `tx` is the epoch (upper 16 bits) and the number of the transaction.
CREATE TABLE ledger_event (
    position bigint NOT NULL DEFAULT nextval('ledger_position'),
    tx bigint NOT NULL DEFAULT ((1::bigint << 48) + pg_current_xact_id()::text::bigint),
    at timestamptz DEFAULT now(),
    stream_id uuid NOT NULL,
    seq integer NOT NULL CHECK (seq > 0),
    version smallint NOT NULL,
    kind text NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    payload json NOT NULL,
    batch smallint,
    decision_id uuid,
    actor text,
    meta json,
    PRIMARY KEY (stream_id, seq) WITH (fillfactor = 100)
) PARTITION BY HASH (stream_id);
ALTER SEQUENCE ledger_position OWNED BY ledger_event.position;
CREATE UNIQUE INDEX ledger_event_decision ON ledger_event (stream_id, decision_id) WHERE decision_id IS NOT NULL;
CREATE INDEX ledger_event_feed ON ledger_event (tx) WITH (fillfactor = 100);

-- The planner cannot estimate comparisons of rows and would sort the whole table for each page.
CREATE FUNCTION ledger_feed(after_tx bigint, after_position bigint, settled boolean, most integer)
RETURNS SETOF ledger_event LANGUAGE sql STABLE
SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    SELECT * FROM ledger_event
    WHERE tx >= after_tx AND (tx, position) > (after_tx, after_position)
        AND (NOT settled OR tx < (
            SELECT (max(epoch)::bigint << 48) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            FROM ledger_epoch))
    ORDER BY tx, position LIMIT most
$$;

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""

POSTGRESQL_GUARD = """
CREATE TRIGGER ledger_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER ledger_refuse;
"""

POSTGRESQL_UNDO = """
DROP FUNCTION ledger_feed(bigint, bigint, boolean, integer);
DROP TABLE ledger_event, ledger_epoch;
DROP FUNCTION ledger_refuse();
"""

SQLITE = [
    """
    CREATE TABLE ledger_epoch (
        epoch integer PRIMARY KEY,
        raised_at text NOT NULL DEFAULT CURRENT_TIMESTAMP,
        reason text NOT NULL
    )
    """,
    "INSERT INTO ledger_epoch (epoch, reason) VALUES (1, 'created')",
    """
    CREATE TABLE ledger_event (
        position integer PRIMARY KEY AUTOINCREMENT,
        at integer NOT NULL,
        stream_id blob NOT NULL CHECK (length(stream_id) = 16),
        seq integer NOT NULL CHECK (seq > 0),
        epoch integer NOT NULL,
        version integer NOT NULL,
        kind text NOT NULL,
        hash blob NOT NULL CHECK (length(hash) = 32),
        payload text NOT NULL,
        batch integer,
        decision_id blob,
        actor text,
        meta text
    )
    """,
    "CREATE UNIQUE INDEX ledger_event_stream ON ledger_event (stream_id, seq)",
    "CREATE UNIQUE INDEX ledger_event_decision ON ledger_event (stream_id, decision_id) WHERE decision_id IS NOT NULL",
    """
    CREATE TRIGGER ledger_event_insert BEFORE INSERT ON ledger_event
    WHEN EXISTS (SELECT 1 FROM ledger_event WHERE position = NEW.position)
      OR EXISTS (SELECT 1 FROM ledger_event WHERE stream_id = NEW.stream_id AND seq = NEW.seq)
      OR EXISTS (SELECT 1 FROM ledger_event WHERE stream_id = NEW.stream_id AND decision_id = NEW.decision_id)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: this event exists'); END
    """,
    *(
        f"""
        CREATE TRIGGER {table}_{verb} BEFORE {verb.upper()} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: {verb.upper()} on {table} is refused'); END
        """
        for table in ("ledger_event", "ledger_epoch")
        for verb in ("update", "delete")
    ),
    """
    CREATE TRIGGER ledger_epoch_insert BEFORE INSERT ON ledger_epoch
    WHEN NEW.epoch <= (SELECT max(epoch) FROM ledger_epoch)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an epoch only rises'); END
    """,
]


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for statement in SQLITE:
            schema_editor.execute(statement)
        return
    schema_editor.execute(POSTGRESQL, params=None)
    count = getattr(settings, "LEDGER_PARTITIONS", 4)
    parts = [f"ledger_event_{number}" for number in range(count)]
    for number, part in enumerate(parts):
        schema_editor.execute(
            f"CREATE TABLE {part} PARTITION OF ledger_event FOR VALUES WITH (MODULUS {count}, REMAINDER {number})",
            params=None,
        )
    for table in ["ledger_epoch", "ledger_event", *parts]:
        schema_editor.execute(POSTGRESQL_GUARD.format(table=table), params=None)


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TABLE ledger_event")
        schema_editor.execute("DROP TABLE ledger_epoch")
    else:
        schema_editor.execute(POSTGRESQL_UNDO, params=None)


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunPython(create, remove),
        migrations.CreateModel(
            name="Archive",
            fields=[
                ("stream", models.UUIDField(primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField()),
                ("head", models.BinaryField()),
                ("packed", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("projection", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("epoch", models.PositiveSmallIntegerField(default=0)),
                ("xid", models.BigIntegerField(default=0)),
                ("position", models.BigIntegerField(default=0)),
                ("moved_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Parked",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection", models.CharField(max_length=100)),
                ("stream", models.UUIDField()),
                ("seq", models.PositiveIntegerField()),
                ("error", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=["projection", "stream", "seq"], name="ledger_parked_once")
                ],
            },
        ),
    ]
