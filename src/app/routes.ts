import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { readListedFigures } from '../console/account-figures.ts'
import { backupConsole } from '../console/backup.ts'
import { liveConsole } from '../console/live.ts'
import { operatorOverviewConsole } from '../console/operator-overview.ts'
import { overviewConsole } from '../console/overview.ts'
import { searchConsole } from '../console/search.ts'
import { operatorSearchConsole } from '../console/search-operator.ts'
import { secretConsole } from '../console/secret.ts'
import { setupConsole } from '../console/setup.ts'
import { systemConsole } from '../console/system.ts'
import { workConsole } from '../console/work.ts'
import type { ProcessRole } from '../context.ts'
import {
  accountArea,
  consoleArea,
  createDraining,
  createHttp,
  type Draining,
  type Hosts,
  measureRequests,
} from '../engine/http/index.ts'
import { prepareAccount } from '../first-run.ts'
import { dashboardPages } from '../http/dashboard.ts'
import { healthRoutes } from '../http/health.ts'
import { metricsRoutes } from '../http/metrics.ts'
import { describeRoutes, referenceRoutes } from '../http/reference/index.ts'
import { stateMetrics } from '../http/state-metrics.ts'
import { addLenientTranslations, rejectAlias, resolveAlias } from '../lenient/index.ts'
import { accountsConsole, authentication, ownAccountConsole } from '../modules/accounts/index.ts'
import { airtimeConsole, airtimeRoutes, checkAirtimeHolds } from '../modules/airtime/index.ts'
import { balanceConsole, balanceRoutes, ledgerConsole, pricesConsole } from '../modules/balance/index.ts'
import { campaignsConsole } from '../modules/campaigns/index.ts'
import {
  chatConsole,
  chatRoutes,
  checkChatHolds,
  checkChatPins,
  checkChatRefunds,
  checkChatSessions,
  findSessionEnd,
} from '../modules/chat/index.ts'
import {
  checkCheckoutFees,
  checkoutConsole,
  checkoutPageArea,
  checkoutPages,
  checkoutRoutes,
  pageRoot,
  paymentsConsole,
  shopConsole,
  websiteRoutes,
} from '../modules/checkout/index.ts'
import { consentConsole } from '../modules/consent/index.ts'
import {
  contactFieldsConsole,
  contactsConsole,
  contactsRoutes,
  importsConsole,
  listNames,
  segmentsConsole,
} from '../modules/contacts/index.ts'
import { eventsConsole } from '../modules/events/index.ts'
import { inboundConsole, phonesConsole, receiveMessage } from '../modules/inbound/index.ts'
import { authorOf, inboxConsole, releaseConversations } from '../modules/inbox/index.ts'
import { kannelArea, kannelRoutes } from '../modules/kannel/index.ts'
import { linkArea, linkRoot, linksRoutes } from '../modules/links/index.ts'
import { numbersConsole } from '../modules/numbers/index.ts'
import { otpConsole, otpRoutes, translatePinTexts } from '../modules/otp/index.ts'
import { personConsole } from '../modules/person/index.ts'
import { callbackRoot, callbackRoutes, providersConsole } from '../modules/providers/index.ts'
import { refusalsConsole } from '../modules/refusals/index.ts'
import { reportsConsole } from '../modules/reports/index.ts'
import { requestLogConsole } from '../modules/request-log/index.ts'
import { archiveConsole, retentionConsole, showRetentionState } from '../modules/retention/index.ts'
import { pushRoutes, receiptRoot, routingConsole } from '../modules/routing/index.ts'
import { sandboxConsole } from '../modules/sandbox/index.ts'
import { sendersConsole, sendersRoutes } from '../modules/senders/index.ts'
import { smppConsole } from '../modules/smpp/index.ts'
import {
  checkSmsHolds,
  countBatches,
  explainReason,
  messagesConsole,
  resumeBatches,
  schedulingConsole,
  sendConsole,
  smsConsole,
  smsRoutes,
} from '../modules/sms/index.ts'
import { templatesConsole, templatesRoutes } from '../modules/templates/index.ts'
import { authSteps, controlHeader, isControl, openGuard, usersRoutes } from '../modules/users/index.ts'
import { webhooksConsole } from '../modules/webhooks/index.ts'
import { addIdempotency, openAccountGuard } from './account-api.ts'
import type { Modules } from './modules.ts'
import { openProviderAdmins } from './providers.ts'

export interface Served {
  readonly http: FastifyInstance
  readonly draining: Draining
  /** Headers that authenticate the command line with full access to the console. Known to this process only. */
  readonly controlHeaders: Readonly<Record<string, string>>
  /**
   * Loads and prepares in small steps what the first requests of users would otherwise wait for, with the event loop
   * blocked.
   */
  warmUp(): Promise<void>
}

/** Requests that arrive during a step run before the next one. */
const stepPauseMs = 100

/** A recipient is an object with two fields, which counts as three values; clients may add fields. */
const valuesPerRecipient = 5

/** Opens the HTTP server with the routes of a role. A worker serves only health and metrics. */
export async function openRoutes(
  modules: Modules,
  role: ProcessRole,
  readMetrics = modules.ctx.metrics.text,
): Promise<Served> {
  const { ctx, cache, users, rates, refusals, requestLog, routed } = modules
  const { config, db, clock, log, metrics } = ctx
  const controlToken = randomBytes(32).toString('hex')
  const checkCredential = authentication({ db, cache, clock, rates, defaults: config })
  const guardConsole = openGuard(users, controlToken)
  const guardAccount = openAccountGuard(guardConsole, checkCredential, (request) => isControl(request, controlToken))
  const hosts = hostsOf(config)
  const http = createHttp({
    log,
    bodyBytesMax: config.bodyBytesMax,
    bodyElementsMax: valuesPerRecipient * config.recipientsMax + 1_000,
    trustedProxies: config.trustedProxies,
    hosts,
    secretRoots: [pageRoot, receiptRoot, callbackRoot, linkRoot],
    pathAliases: { resolve: resolveAlias, reject: rejectAlias },
    identify: ({ caller, actor }) =>
      caller
        ? { account: caller.accountId, ...(caller.credentialId === null ? {} : { credential: caller.credentialId }) }
        : actor
          ? { user: actor.userId ?? actor.name }
          : {},
    authenticate: (request, reply, area) =>
      area === consoleArea
        ? guardConsole(request)
        : area === accountArea
          ? guardAccount(request, reply)
          : checkCredential(request, reply, area),
  })
  const draining = createDraining(http.server)
  measureRequests(http, metrics)
  refusals.watch(http)
  requestLog.watch(http)
  healthRoutes(http, routed, draining.isOn)
  metricsRoutes(http, ctx, readMetrics)
  stateMetrics(routed)
  showRetentionState(ctx, modules.retention.rules)
  const steps: (() => Promise<unknown>)[] = []
  if (role !== 'worker') {
    await describeRoutes(http)
    addLenientTranslations(http)
    steps.push(...authSteps(users), ...(await addPublicRoutes(http, modules)))
    // A separate scope, because the hooks of the console would slow down the public API.
    await http.register(async (scope) => addConsoleRoutes(scope, modules, role, hosts))
  }
  const host = config.hostConsole?.[0] ?? [...hosts.values()][0]?.[0] ?? 'localhost'
  return {
    http,
    draining,
    controlHeaders: { [controlHeader]: controlToken, host },
    async warmUp() {
      for (const step of steps) {
        await sleep(stepPauseMs, undefined, { ref: false })
        await step()
      }
    },
  }
}

async function addPublicRoutes(http: FastifyInstance, modules: Modules) {
  const { ctx, sms, checkout, routed, chat, contacts, airtime, otp } = modules
  const steps = referenceRoutes(http)
  smsRoutes(http, sms)
  templatesRoutes(http, ctx)
  sendersRoutes(http, ctx)
  checkoutRoutes(http, checkout)
  websiteRoutes(http, checkout)
  await http.register((scope) => checkoutPages(scope, checkout))
  await http.register((scope) => linksRoutes(scope, modules.links))
  await http.register((scope) =>
    pushRoutes(scope, routed, {
      receipt: (carrier, receipt) => sms.progress.add({ kind: 'receipt', carrier, ...receipt }),
      message: (carrier, incoming) => receiveMessage(sms, carrier, incoming),
    }),
  )
  await http.register((scope) => kannelRoutes(scope, modules.kannel))
  await http.register((scope) => callbackRoutes(scope, ctx.clock, modules.providerSets))
  await http.register(dashboardPages)
  chatRoutes(http, chat, (accountId, phones) => listNames(ctx.db, accountId, phones))
  contactsRoutes(http, contacts)
  balanceRoutes(http, ctx, (accountId) => findSessionEnd(ctx.db, accountId, ctx.clock.now()))
  airtimeRoutes(http, airtime)
  otpRoutes(http, otp)
  return steps
}

function addConsoleRoutes(scope: FastifyInstance, modules: Modules, role: ProcessRole, hosts: Hosts): void {
  const { ctx, users, sms, contacts, airtime, webhooks, chat, checkout, routed, otp, sandbox, retention } = modules
  addIdempotency(scope, ctx)
  usersRoutes(scope, users, async (accountId, userId, request) =>
    releaseConversations(ctx, accountId, userId, await authorOf(ctx, request)),
  )
  accountsConsole(scope, ctx, prepareAccount(ctx), [resumeBatches], [translatePinTexts], (ids) =>
    readListedFigures(ctx, ids),
  )
  ownAccountConsole(scope, ctx)
  consentConsole(scope, ctx)
  smsConsole(scope, sms)
  sendConsole(scope, sms)
  schedulingConsole(scope, sms)
  messagesConsole(scope, sms)
  pricesConsole(scope, ctx)
  templatesConsole(scope, ctx)
  contactsConsole(scope, contacts)
  sendersConsole(scope, ctx)
  eventsConsole(scope, ctx)
  refusalsConsole(scope, ctx)
  requestLogConsole(scope, ctx)
  reportsConsole(scope, ctx)
  personConsole(scope, modules.person)
  numbersConsole(scope, modules.numbers)
  balanceConsole(scope, ctx)
  ledgerConsole(scope, ctx, [
    checkSmsHolds,
    checkAirtimeHolds,
    checkChatHolds,
    checkChatPins,
    checkChatRefunds,
    checkChatSessions,
    checkCheckoutFees,
  ])
  const providers = openProviderAdmins(modules)
  providersConsole(scope, Object.values(providers))
  airtimeConsole(scope, airtime, providers.airtime)
  webhooksConsole(scope, webhooks)
  chatConsole(scope, chat, (request) => authorOf(ctx, request))
  checkoutConsole(scope, checkout)
  shopConsole(scope, checkout)
  paymentsConsole(scope, checkout)
  importsConsole(scope, contacts)
  contactFieldsConsole(scope, contacts)
  segmentsConsole(scope, contacts)
  campaignsConsole(scope, sms)
  systemConsole(scope, { ...routed, callRecords: sms.callRecords }, role, hosts)
  workConsole(scope, ctx)
  overviewConsole(scope, routed)
  setupConsole(scope, users, routed, modules.mail)
  operatorOverviewConsole(scope, sms, routed, Object.values(providers))
  searchConsole(scope, sms)
  operatorSearchConsole(scope, sms)
  liveConsole(scope, ctx)
  routingConsole(scope, routed, { countWaiting: (carrier) => countBatches(ctx.db, carrier), explainReason })
  backupConsole(scope, ctx)
  archiveConsole(scope, modules.archive)
  secretConsole(scope, ctx, modules.secrets)
  otpConsole(scope, otp)
  inboundConsole(scope, sms)
  inboxConsole(scope, { ...sms, chat })
  smppConsole(scope, ctx)
  retentionConsole(scope, retention)
  if (sandbox !== null) sandboxConsole(scope, sandbox)
  if (ctx.config.staging) phonesConsole(scope, sms)
}

/** Areas with dedicated host names. */
function hostsOf(config: Config): Hosts {
  const names = {
    sms: config.hostSms,
    [kannelArea]: config.hostSms,
    contact: config.hostContact,
    airtime: config.hostAirtime,
    topup: config.hostTopup,
    otp: config.hostOtp,
    dlr: config.hostDlr,
    checkout: config.hostCheckout,
    [checkoutPageArea]: config.hostCheckout,
    chat: config.hostChat,
    [linkArea]: config.hostLinks,
    console: config.hostConsole,
    [accountArea]: config.hostConsole,
  }
  return new Map(Object.entries(names).flatMap(([area, own]) => (own === null ? [] : [[area, own] as const])))
}
