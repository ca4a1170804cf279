import { urlLengthMax } from '../carriers/http-template/send.ts'
import { readCertificates, secretsOf } from '../config.ts'
import type { Context } from '../context.ts'
import { type Changes, startChanges } from '../engine/changes.ts'
import { shareRates } from '../engine/flow/shared-rates.ts'
import { deleteFullBuckets } from '../engine/flow/store-rates.ts'
import { accountArea, deleteOldAnswers } from '../engine/http/index.ts'
import { openMail } from '../engine/mail.ts'
import { createMetrics } from '../engine/metrics.ts'
import { createLoopOutage } from '../engine/outage.ts'
import { openOutbound } from '../engine/outbound/index.ts'
import { openSecrets, rotateWork, sealedKeys } from '../engine/secrets/index.ts'
import { startWorkers } from '../engine/work/index.ts'
import { firstRun } from '../first-run.ts'
import { type Base, type Core, collect, type Module, preparationsOf } from '../module.ts'
import { dataOf, unsearched } from '../modules/table-data/index.ts'

export const database = { name: 'database', close: ({ db }: Base) => db.close() } satisfies Module

export const changes = {
  name: 'changes',
  open: async ({ db }: Base) => ({ changes: await startChanges(db) }),
  close: ({ changes }: { readonly changes: Changes }) => changes.stop(),
} satisfies Module

/** Keys and stored answers that name the number. Erasing overwrites it in them. */
const idempotencyKeys = dataOf('idempotency_keys', {
  person: {
    name: 'idempotency-keys',
    show: ['account_id', 'path', 'key', 'answer', 'created_at'],
    texts: ['key', 'answer'],
    key: ['account_id', 'path', 'key'],
  },
})

/** Of the engine, of staging, and the record of erasures itself. */
const ownTables = unsearched(
  'id_blocks',
  'periodic_tasks',
  'changes',
  'rate_buckets',
  'sandbox',
  'lasting_keys',
  'root_secret',
  'secret_processes',
  'secret_rotations',
  'erasures',
)

/** Opens the context of all use cases. */
export const engine = {
  name: 'engine',
  async open({ config, db, changes, clock, log, works, hasBinds, eagerWork, modules }: Base & Pick<Core, 'changes'>) {
    const secrets = await openSecrets(db, secretsOf(config), collect(modules, 'lastingKeys'))
    const watching = secrets.watch(
      createLoopOutage(db, log, { away: 'cannot check the root secret', back: 'root secret checks resumed' }),
    )
    const metrics = createMetrics()
    const work = await startWorkers({ db, clock, log, metrics, listens: works || hasBinds, eager: eagerWork })
    const ctx: Context = { config, db, changes, clock, work, secrets, log, metrics }
    const ca = config.callbackCa === null ? [] : readCertificates(config.callbackCa)
    return {
      ctx,
      secrets,
      watching,
      ca,
      rates: shareRates(db),
      mail: openMail({ url: config.smtpUrl, from: config.mailFrom }),
      // Operators configure these URLs, so outside of staging any address is allowed.
      toProviders: openOutbound({ reach: config.staging ? 'loopback' : 'anywhere', urlLengthMax }),
      outbound: openOutbound({ reach: config.callbackLoopback ? 'public or loopback' : 'public', ca }),
    }
  },
  stop: ({ ctx }: Core) => ctx.work.stop(),
  async close({ toProviders, outbound, rates, watching }: Core & { readonly watching: { stop(): Promise<void> } }) {
    await toProviders.close()
    await outbound.close()
    await rates.stop()
    await watching.stop()
  },
  jobs: ({ db, clock, secrets, modules }: Core) => ({
    work: [rotateWork({ db, clock, secrets }, collect(modules, 'sealed'))],
    tasks: [{ name: 'http: forget full rate buckets', everySeconds: 3_600, run: () => deleteFullBuckets(db) }],
  }),
  hosts: ({ hostConsole }) => ({ console: hostConsole, [accountArea]: hostConsole }),
  data: ownTables,
  sealed: sealedKeys,
} satisfies Module

export const idempotency = {
  name: 'idempotency keys',
  jobs: ({ db, clock }: Base) => ({
    tasks: [
      {
        name: 'http: forget old idempotency keys',
        everySeconds: 3_600,
        run: () => deleteOldAnswers(db, clock.now()),
      },
    ],
  }),
  data: [idempotencyKeys],
} satisfies Module

/** Sets up an empty database. */
export const firstAccount = {
  name: 'first account',
  open: async ({ ctx, modules }: Core) => ({ first: await firstRun(ctx, preparationsOf(modules, ctx.config)) }),
} satisfies Module
