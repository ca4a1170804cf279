import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { httpProviders } from './carriers/airtime/http.ts'
import { createSimulatedProvider } from './carriers/airtime/simulated.ts'
import { createSimulatedChannel } from './carriers/chat/simulated.ts'
import { urlLengthMax } from './carriers/http-template/send.ts'
import { carrierKinds } from './carriers/index.ts'
import { openPayments } from './carriers/payment/index.ts'
import { createSimulator } from './carriers/simulator/simulator.ts'
import { type Config, readCertificates, secretsOf } from './config.ts'
import { backupConsole } from './console/backup.ts'
import { liveConsole } from './console/live.ts'
import { overviewConsole } from './console/overview.ts'
import { systemConsole } from './console/system.ts'
import type { Context, ProcessRole } from './context.ts'
import type { MovableClock } from './engine/clock.ts'
import { type Database, migrate, readSchemaState, SchemaTooOld } from './engine/db/index.ts'
import { consoleArea, createHttp, deleteOldAnswers, type Hosts, measureRequests } from './engine/http/index.ts'
import { openMail } from './engine/mail.ts'
import { createMetrics } from './engine/metrics.ts'
import { openOutbound } from './engine/outbound/index.ts'
import { openSecrets } from './engine/secrets/index.ts'
import { type PeriodicTask, periodicWork, startWorkers } from './engine/work/index.ts'
import { type FirstCredentials, firstRun, prepareAccount } from './first-run.ts'
import { dashboardPages } from './http/dashboard.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoutes } from './http/metrics.ts'
import { describeRoutes, referenceRoutes } from './http/reference/index.ts'
import { leadToRightPath, openLenientEdge, refuseGuess } from './lenient/index.ts'
import { migrationsDirectory, waitsForTable } from './migrations.ts'
import { accountsConsole, authentication, startCache } from './modules/accounts/index.ts'
import {
  type AirtimeContext,
  airtimeConsole,
  airtimeRoutes,
  checkAirtimeHolds,
  openAirtime,
  startAirtime,
} from './modules/airtime/index.ts'
import {
  balanceConsole,
  balanceRoutes,
  ledgerConsole,
  prepareOldAccounts,
  pricesConsole,
  remindWork,
  startPrices,
} from './modules/balance/index.ts'
import {
  type ChatContext,
  chatConsole,
  chatRoutes,
  checkChatHolds,
  findSessionEnd,
  startChat,
} from './modules/chat/index.ts'
import {
  checkoutConsole,
  checkoutPageArea,
  checkoutPages,
  checkoutRoutes,
  forgetSessions,
  pageRoot,
  startPayments,
  watchWork,
} from './modules/checkout/index.ts'
import {
  contactsConsole,
  contactsRoutes,
  importsConsole,
  importTasks,
  importWork,
  openContacts,
} from './modules/contacts/index.ts'
import { eventsConsole, eventsTasks, startEvents } from './modules/events/index.ts'
import { inboundConsole, phonesConsole, receiveMessage, startInbound } from './modules/inbound/index.ts'
import { openOtp, otpConsole, otpRoutes, otpTasks, prepareOldApps } from './modules/otp/index.ts'
import { refusalsConsole, refusalsTasks, startRefusals } from './modules/refusals/index.ts'
import { openRouting, receiptRoot, receiptRoutes, routingConsole } from './modules/routing/index.ts'
import { openSandbox, sandboxConsole } from './modules/sandbox/index.ts'
import { sendersConsole, sendersRoutes } from './modules/senders/index.ts'
import {
  checkSmsHolds,
  countBatches,
  messagesConsole,
  openSms,
  type SmsContext,
  schedulingConsole,
  sendNotice,
  smsConsole,
  smsRoutes,
  startSms,
} from './modules/sms/index.ts'
import { templatesConsole, templatesRoutes } from './modules/templates/index.ts'
import { controlHeader, listOwnerEmails, openGuard, openUsers, usersRoutes, usersTasks } from './modules/users/index.ts'
import { startWebhooks, webhooksConsole } from './modules/webhooks/index.ts'

export interface App {
  readonly http: FastifyInstance
  readonly sms: SmsContext
  readonly airtime: AirtimeContext
  /** What this run made for the first account, when it did. */
  readonly first: FirstCredentials | null
  /**
   * With these a request comes from the command line, on this machine: it may do everything in the console. Told to
   * nobody outside.
   */
  readonly controlHeaders: Readonly<Record<string, string>>
  /** Begins to send, and to do all other work. What is accepted before waits. */
  start(): Promise<void>
  /** Does the imports of contacts, and nothing else: for a command that waits for one where no server runs. */
  startImports(): void
  /** Takes nothing more, finishes what was accepted, and lets go of everything, the database last. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  /** The real time. In staging it is moved to where operators moved it; outside it nobody does. */
  readonly clock: MovableClock
  readonly log: Logger
  readonly role?: ProcessRole
  /** False where whoever moves the clock also wakes the workers. */
  readonly eagerWork?: boolean
}

/** Puts the house together: database, carriers, modules, and on top of them HTTP and work. */
export async function openApp({ config, db, clock, log, role = 'all', eagerWork = true }: AppOptions): Promise<App> {
  if (role === 'command') await refuseOldSchema(db)
  const applied = await migrate(db, migrationsDirectory, { onWait: (tries) => log.warn({ tries }, waitsForTable) })
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date')

  const simulator = config.staging ? createSimulator({ ...simulatorOf(config), clock }) : null
  // Before anybody looks at the clock: after a restart it is as far ahead as it was.
  const sandbox = simulator === null ? null : await openSandbox({ db, clock, log, simulator })
  const secrets = await openSecrets(db, secretsOf(config))
  const works = role === 'all' || role === 'worker'
  const metrics = createMetrics()
  const work = await startWorkers({ db, clock, log, metrics, listens: works, eager: eagerWork })
  const ctx: Context = { config, db, clock, work, secrets, log, metrics }
  const first = await firstRun(ctx)
  const cache = await startCache(db)
  const events = startEvents(db, clock, log)
  const refusals = startRefusals(db, clock, log)
  await prepareOldAccounts(ctx)
  await prepareOldApps(ctx)
  const prices = await startPrices(db)
  // An operator chose these addresses, so outside staging they may lead anywhere.
  const toProviders = openOutbound({ reach: config.staging ? 'loopback' : 'anywhere', urlLengthMax })
  const kinds = carrierKinds({
    clock,
    log,
    staging: config.staging,
    send: toProviders.send,
    judge: toProviders.judge,
    publicUrl: config.publicUrl,
  })
  const routed = await openRouting({ ...ctx, kinds }, simulator)
  const { routing } = routed
  const sms = openSms({ ...ctx, events, prices, routing })
  const airtime = await openAirtime(
    {
      ...ctx,
      events,
      kind: httpProviders({
        send: toProviders.send,
        judge: toProviders.judge,
        clock,
        underWaySecondsMax: config.staging ? 0 : 60,
      }),
    },
    config.staging ? createSimulatedProvider({ clock, delayMs: config.simulatorDelayMs }) : null,
  )
  const otp = openOtp(sms)
  const mail = openMail({ url: config.smtpUrl, from: config.mailFrom })
  const users = openUsers(ctx, mail)
  const contacts = openContacts(ctx)
  const outbound = openOutbound({
    reach: config.callbackLoopback ? 'public or loopback' : 'public',
    ca: config.callbackCa === null ? [] : readCertificates(config.callbackCa),
  })
  const webhooks = { ...ctx, outbound }
  const chat: ChatContext = {
    ...webhooks,
    prices,
    channels: config.staging ? [createSimulatedChannel({ clock, delayMs: config.simulatorDelayMs })] : [],
  }
  const checkout = { ...ctx, events, payments: openPayments({ staging: config.staging, clock }) }

  const controlToken = randomBytes(32).toString('hex')
  const checkCredential = authentication(db, cache, clock, config)
  const guardConsole = openGuard(users, controlToken)
  const hosts = hostsOf(config)
  const http = createHttp({
    log,
    bodyBytesMax: config.bodyBytesMax,
    trustedProxies: config.trustedProxies,
    hosts,
    secretRoots: [pageRoot, receiptRoot],
    otherPaths: { lead: leadToRightPath, refuse: refuseGuess },
    identify: ({ caller, actor }) =>
      caller ? { account: caller.accountId, credential: caller.credentialId } : actor ? { user: actor.name } : {},
    authenticate: (request, reply, area) =>
      area === consoleArea ? guardConsole(request) : checkCredential(request, reply, area),
  })
  measureRequests(http, metrics)
  refusals.watch(http)
  healthRoutes(http, routed)
  metricsRoutes(http, ctx)
  if (role !== 'worker') {
    await describeRoutes(http)
    openLenientEdge(http)
    referenceRoutes(http)
    smsRoutes(http, sms)
    templatesRoutes(http, ctx)
    sendersRoutes(http, ctx)
    checkoutRoutes(http, checkout)
    await http.register((room) => checkoutPages(room, checkout))
    await http.register((room) =>
      receiptRoutes(room, routed, (carrier, receipt) => sms.progress.add({ kind: 'receipt', carrier, ...receipt })),
    )
    await http.register(dashboardPages)
    chatRoutes(http, chat)
    contactsRoutes(http, contacts)
    balanceRoutes(http, ctx, (accountId) => findSessionEnd(db, accountId, clock.now()))
    airtimeRoutes(http, airtime)
    otpRoutes(http, otp)
    // In a room of its own: what is done around every request of the console would slow down the others.
    await http.register(async (room) => {
      usersRoutes(room, users)
      accountsConsole(room, ctx, prepareAccount(ctx))
      smsConsole(room, sms)
      schedulingConsole(room, sms)
      messagesConsole(room, sms)
      pricesConsole(room, ctx)
      templatesConsole(room, ctx)
      contactsConsole(room, contacts)
      sendersConsole(room, ctx)
      eventsConsole(room, ctx)
      refusalsConsole(room, ctx)
      balanceConsole(room, ctx)
      ledgerConsole(room, ctx, [checkSmsHolds, checkAirtimeHolds, checkChatHolds])
      airtimeConsole(room, airtime)
      webhooksConsole(room, webhooks)
      chatConsole(room, chat)
      checkoutConsole(room, checkout)
      importsConsole(room, contacts)
      systemConsole(room, routed, role, hosts)
      overviewConsole(room, routed)
      liveConsole(room, ctx)
      routingConsole(room, routed, (carrier) => countBatches(db, carrier))
      backupConsole(room, ctx)
      otpConsole(room, otp)
      inboundConsole(room, sms)
      if (sandbox !== null) sandboxConsole(room, sandbox)
      if (config.staging) phonesConsole(room, sms)
    })
  }

  return {
    http,
    sms,
    airtime,
    first,
    controlHeaders: {
      [controlHeader]: controlToken,
      host: config.hostConsole?.[0] ?? [...hosts.values()][0]?.[0] ?? 'localhost',
    },
    async start() {
      if (role !== 'worker') await startPayments(checkout)
      if (!works) return
      work.add(importWork(contacts))
      await startAirtime(airtime)
      work.add(watchWork(checkout))
      const ways = {
        events,
        mail,
        listOwnerEmails: (accountId: number) => listOwnerEmails(db, accountId),
      }
      work.add(remindWork(ctx, { ...ways, sendMessage: (message) => sendNotice(sms, message) }))
      const tasks: PeriodicTask[] = [
        {
          name: 'http: forget old idempotency keys',
          everySeconds: 3_600,
          run: () => deleteOldAnswers(db, clock.now()),
        },
        { name: 'balance: accounts without balances', everySeconds: 60, run: () => prepareOldAccounts(ctx) },
        ...usersTasks(users),
        ...eventsTasks(ctx),
        ...refusalsTasks(ctx),
        ...importTasks(ctx),
        ...startWebhooks(webhooks, ways),
        ...otpTasks(otp),
        forgetSessions(checkout),
        ...(await startSms(sms, (carrier, incoming) => receiveMessage(sms, carrier, incoming))),
        ...startInbound(sms),
        ...(await startChat(chat)),
      ]
      work.add(await periodicWork(db, clock, tasks))
    },
    startImports: () => work.add(importWork(contacts)),
    async close() {
      await http.close()
      // Together: what waits in a carrier that is slow would hold up its work.
      await Promise.all([work.stop(), routing.stop(), users.letters.idle()])
      await checkout.payments?.stop()
      await airtime.providers.stop()
      await toProviders.close()
      await Promise.all(chat.channels.map((channel) => channel.stop()))
      await sms.progress.idle()
      await outbound.close()
      await cache.stop()
      await events.stop()
      await refusals.stop()
      await prices.stop()
      await sandbox?.stop()
      await db.close()
    },
  }
}

/** Whoever asks for a list or a backup does not want the schema changed under the servers of an older version. */
async function refuseOldSchema(db: Database): Promise<void> {
  const { applied, missing } = await readSchemaState(db, migrationsDirectory)
  if (applied.length > 0 && missing.length > 0)
    throw new SchemaTooOld(`the schema lacks ${missing.join(', ')}: run ngoma migrate, or start the server`)
}

const simulatorOf = ({ simulatorDelayMs, simulatorSeed, simulatorRatePerSecond }: Config) => ({
  deliveryDelayMs: simulatorDelayMs,
  seed: simulatorSeed,
  chaos: { ratePerSecond: simulatorRatePerSecond },
})

/** The areas that have host names of their own. */
function hostsOf(config: Config): Hosts {
  const names = {
    sms: config.hostSms,
    contact: config.hostContact,
    airtime: config.hostAirtime,
    topup: config.hostTopup,
    otp: config.hostOtp,
    dlr: config.hostDlr,
    checkout: config.hostCheckout,
    [checkoutPageArea]: config.hostCheckout,
    chat: config.hostChat,
    console: config.hostConsole,
  }
  return new Map(Object.entries(names).flatMap(([area, own]) => (own === null ? [] : [[area, own] as const])))
}
