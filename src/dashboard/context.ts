// What every page of the dashboard works with.
import type { Handler } from 'hono';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { Config } from '../config.ts';
import type { Exchange } from '../gate/exchange.ts';
import type { Versions } from '../operation/versions.ts';
import type { UsageRecorder } from '../usage/recorder.ts';
import type { Form } from './forms.ts';

export interface DashboardDeps {
  readonly db: PrismaClient;
  readonly pool: Pool | undefined;
  readonly config: Pick<Config, 'environment' | 'publicOrigin' | 'signIn'>;
  readonly versions: Versions;
  readonly usage: UsageRecorder;
  readonly logger: Logger;
  /** Told of faults that are masked in the answer. */
  readonly onFault: (exchange: Exchange, cause: unknown) => void;
}

/** The user who is signed in. */
export interface Visitor {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  /** What every form of this session carries. */
  readonly formToken: string;
}

export interface DashboardEnv {
  Bindings: { readonly exchange: Exchange };
  /** Set behind the session; the form where one was sent. */
  Variables: { visitor: Visitor; form: Form };
}

export type PageHandler = Handler<DashboardEnv>;
