import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Context, ProcessRole } from './context.ts'
import type { LiveTopic } from './contract/console/overview.ts'
import type { Changes } from './engine/changes.ts'
import type { MovableClock } from './engine/clock.ts'
import type { Database } from './engine/db/index.ts'
import type { SharedRates } from './engine/flow/shared-rates.ts'
import type { Hosts } from './engine/http/index.ts'
import type { Mail } from './engine/mail.ts'
import type { Outbound } from './engine/outbound/index.ts'
import type { RootSecrets, SealedColumn } from './engine/secrets/index.ts'
import type { Jobs } from './engine/work/index.ts'
import type { PrepareAccount, ResumeAccount, TranslateAccount } from './modules/accounts/index.ts'
import type { LedgerCheck } from './modules/balance/index.ts'
import type { AnySet, Managing } from './modules/providers/index.ts'
import type { TableData } from './modules/table-data/index.ts'

/** Exists before the first module is opened. */
export interface Base {
  readonly config: Config
  readonly db: Database
  /** The real time; operators may move it in staging. */
  readonly clock: MovableClock
  readonly log: Logger
  readonly role: ProcessRole
  /** Whether this process runs the background work of all modules. */
  readonly works: boolean
  /** Whether this process accepts customers over SMPP. */
  readonly hasBinds: boolean
  /** False when the caller wakes the workers itself after moving the clock. */
  readonly eagerWork: boolean
  readonly modules: readonly Module[]
  readonly hosts: Hosts
}

/** Opened by the engine, before the modules of the product. */
export interface Core extends Base {
  readonly ctx: Context
  readonly changes: Changes
  readonly secrets: RootSecrets
  readonly rates: SharedRates
  /** Null when email is not configured. */
  readonly mail: Mail | null
  /** For URLs that operators configure. */
  readonly toProviders: Outbound
  /** For URLs that customers choose. */
  readonly outbound: Outbound
  /** Additional certificate authorities for URLs of customers. */
  readonly ca: readonly string[]
}

export type LiveMark = (accountId: RawBuilder<unknown>, now: Date) => RawBuilder<unknown>

/** The providers of one product. */
export interface Provided {
  readonly managing: Managing
  /** The providers that call back; null for carriers, which have their own URLs. */
  readonly set: AnySet | null
}

/** Known when all modules are open. */
export interface Collected {
  readonly provided: readonly Provided[]
}

/**
 * One part of the program. The parameter of `open` declares its needs from the modules before it; others use the result.
 * All other functions run when every module is open. `app/modules.ts` has the list.
 */
export interface Module {
  readonly name: string
  readonly open?: (app: never) => object | Promise<object>
  /** Starts listeners that also processes without background work need. */
  readonly start?: (app: never) => unknown
  /** Ends background work. All modules stop at the same time, because work waits for the work of others. */
  readonly stop?: (app: never) => unknown
  /** Closes what `open` opened, in the reverse order. */
  readonly close?: (app: never) => unknown
  readonly jobs?: (app: never) => Jobs
  /** Routes of the specification and other public paths. */
  readonly publicRoutes?: (app: never, http: FastifyInstance) => unknown
  /** Routes of the account API and the console. */
  readonly routes?: (app: never, scope: FastifyInstance) => void
  /** Steps that prepare the first requests of users. */
  readonly warmUp?: (app: never) => readonly (() => Promise<unknown>)[]
  readonly provides?: (app: never) => Provided
  /** The areas of its routes that may have their own host names. */
  readonly hosts?: (config: Config) => Readonly<Record<string, readonly string[] | null>>
  /** Paths below these contain secrets, so they are not logged. */
  readonly secretRoots?: readonly string[]
  /** Its tables: personal data, retention, archive and history. */
  readonly data?: readonly TableData[]
  /** Columns that are encrypted with the root secret. */
  readonly sealed?: readonly SealedColumn[]
  /** Uses of keys that survive a rotation of the root secret, because hashes and signatures are compared later. */
  readonly lastingKeys?: readonly string[]
  readonly ledgerChecks?: readonly LedgerCheck[]
  /** For each topic, an SQL text that changes with the data of the account. */
  readonly liveMarks?: Partial<Record<LiveTopic, LiveMark>>
  /** Sets up a new account. */
  readonly prepareAccount?: (config: Config) => PrepareAccount
  readonly resumeAccount?: ResumeAccount
  readonly translateAccount?: TranslateAccount
}

type Lists = 'data' | 'ledgerChecks' | 'lastingKeys' | 'sealed' | 'secretRoots'

/** The entries of all modules. */
export const collect = <Key extends Lists>(modules: readonly Module[], key: Key): NonNullable<Module[Key]>[number][] =>
  modules.flatMap((one) => (one[key] ?? []) as readonly NonNullable<Module[Key]>[number][])

/** The steps that set up a new account. */
export const preparationsOf = (modules: readonly Module[], config: Config): PrepareAccount[] =>
  modules.flatMap(({ prepareAccount }) => prepareAccount?.(config) ?? [])
