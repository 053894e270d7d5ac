import {
  CamelCasePlugin,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type KyselyPlugin,
  type KyselyProps,
  type QueryResult,
} from 'kysely';
import type { Connection } from './connection.ts';
import type { Result } from './prepared-run.ts';
import type { Schema } from './rows.ts';

type Acquire = () => Promise<Connection>;
type Run = (text: string, values: readonly unknown[]) => Promise<Result>;

/** For statements only: rows get their property names where they are read. */
const columnNames = new CamelCasePlugin();

/** Uses Kysely to build statements only: its connection layers cost more than building and compiling. */
class Executor extends DefaultQueryExecutor {
  readonly #run: Run;

  constructor(run: Run, plugins: readonly KyselyPlugin[]) {
    const provideConnection = (): never => {
      throw new Error('use inTransaction for several statements on one connection');
    };
    super(new PostgresQueryCompiler(), new PostgresAdapter(), { provideConnection }, [...plugins]);
    this.#run = run;
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#run(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount) };
  }
}

class PoolExecutor extends Executor {
  readonly acquire: Acquire;

  constructor(acquire: Acquire, plugins: readonly KyselyPlugin[] = [columnNames]) {
    super(async (text, values) => {
      const connection = await acquire();
      try {
        return await connection.query(text, values);
      } finally {
        connection.release();
      }
    }, plugins);
    this.acquire = acquire;
  }

  override withPlugin(plugin: KyselyPlugin): PoolExecutor {
    return new PoolExecutor(this.acquire, [...this.plugins, plugin]);
  }
}

class TransactionExecutor extends Executor {
  readonly connection: Connection;

  constructor(connection: Connection, plugins: readonly KyselyPlugin[]) {
    super((text, values) => connection.query(text, values), plugins);
    this.connection = connection;
  }
}

export function createDb(acquire: Acquire): Kysely<Schema> {
  return new Kysely<Schema>(propsOf(new PoolExecutor(acquire)));
}

/** `begin` is sent with the first statement. */
export async function transact<R>(db: Kysely<Schema>, run: (tx: Transaction<Schema>) => Promise<R>): Promise<R> {
  const executor = db.getExecutor();
  if (!(executor instanceof PoolExecutor)) throw new Error('a transaction cannot contain another');
  const connection = await executor.acquire();
  try {
    connection.wait('begin', []);
    const result = await run(new Transaction<Schema>(propsOf(new TransactionExecutor(connection, executor.plugins))));
    const { command } = await connection.query('commit', []);
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed, and its error was ignored');
    return result;
  } catch (error) {
    // If this fails, the connection is lost, which rolls back as well.
    await connection.query('rollback', []).catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

export function connectionOf(tx: Transaction<Schema>): Connection {
  const executor = tx.getExecutor();
  if (!(executor instanceof TransactionExecutor)) throw new Error('only statements of a transaction can wait');
  return executor.connection;
}

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('statements run on the executor')) });

function propsOf(executor: Executor): KyselyProps {
  return { config: { dialect }, driver: new DummyDriver(), executor, dialect };
}
