import type { Logger } from 'pino'
import { httpProviders } from '../carriers/airtime/http.ts'
import { createSimulatedProvider } from '../carriers/airtime/simulated.ts'
import type { ChannelEvents, ChatChannel } from '../carriers/chat/channel.ts'
import { httpChannels } from '../carriers/chat/http/index.ts'
import { createSimulatedChannel } from '../carriers/chat/simulated.ts'
import { whatsappChannels } from '../carriers/chat/whatsapp/index.ts'
import { urlLengthMax } from '../carriers/http-template/send.ts'
import { carrierKinds } from '../carriers/index.ts'
import { paymentKinds } from '../carriers/payment/index.ts'
import { createSimulatedPayments } from '../carriers/payment/simulated.ts'
import { createSimulator } from '../carriers/simulator/simulator.ts'
import { type Config, readCertificates, secretsOf } from '../config.ts'
import type { Context } from '../context.ts'
import { startChanges } from '../engine/changes.ts'
import type { MovableClock } from '../engine/clock.ts'
import type { Database } from '../engine/db/index.ts'
import { shareRates } from '../engine/flow/shared-rates.ts'
import { openMail } from '../engine/mail.ts'
import { createMetrics } from '../engine/metrics.ts'
import { createLoopOutage } from '../engine/outage.ts'
import { openOutbound } from '../engine/outbound/index.ts'
import { openSecrets } from '../engine/secrets/index.ts'
import { startWorkers } from '../engine/work/index.ts'
import { firstRun } from '../first-run.ts'
import { startCache } from '../modules/accounts/index.ts'
import { openAirtime } from '../modules/airtime/index.ts'
import { prepareOldAccounts, startPrices } from '../modules/balance/index.ts'
import type { ChatContext } from '../modules/chat/index.ts'
import type { CheckoutContext } from '../modules/checkout/index.ts'
import { openContacts } from '../modules/contacts/index.ts'
import { startEvents } from '../modules/events/index.ts'
import { type KannelContext, openDlrOutbound } from '../modules/kannel/index.ts'
import { openLinks } from '../modules/links/index.ts'
import { openOtp, prepareOldApps } from '../modules/otp/index.ts'
import { isProviderName, openProviderSet } from '../modules/providers/index.ts'
import { startRefusals } from '../modules/refusals/index.ts'
import { startRequestLog } from '../modules/request-log/index.ts'
import { createArchiveId, openArchive, openRetention } from '../modules/retention/index.ts'
import { openRouting } from '../modules/routing/index.ts'
import { openSandbox } from '../modules/sandbox/index.ts'
import { openAuthenticator, openSmppServer } from '../modules/smpp/index.ts'
import { openSms } from '../modules/sms/index.ts'
import { openUsers } from '../modules/users/index.ts'
import { lastingUses } from '../sealed.ts'
import { version } from '../version.ts'
import { openPerson } from './person.ts'
import { archiveSources, retentionRules } from './retention.ts'
import { openNumbers } from './timeline.ts'

export interface ModulesOptions {
  readonly config: Config
  readonly db: Database
  readonly clock: MovableClock
  readonly log: Logger
  /** Whether this process runs background work, of any kind. */
  readonly works: boolean
  /** False when the caller wakes the workers itself after moving the clock. */
  readonly eagerWork: boolean
}

/** All modules, opened on a migrated database. */
export type Modules = Awaited<ReturnType<typeof openModules>>

export async function openModules({ config, db, clock, log, works, eagerWork }: ModulesOptions) {
  const simulator = config.staging ? createSimulator({ ...simulatorOf(config), clock }) : null
  const changes = await startChanges(db)
  // Before everything that uses the clock, because it restores the moved clock of staging.
  const sandbox = simulator === null ? null : await openSandbox({ db, changes, clock, log, simulator })
  const secrets = await openSecrets(db, secretsOf(config), lastingUses)
  const watching = secrets.watch(
    createLoopOutage(db, log, { away: 'cannot check the root secret', back: 'root secret checks resumed' }),
  )
  const metrics = createMetrics()
  const work = await startWorkers({ db, clock, log, metrics, listens: works, eager: eagerWork })
  const ctx: Context = { config, db, changes, clock, work, secrets, log, metrics }
  const first = await firstRun(ctx)
  const cache = startCache(db, changes)
  const events = startEvents(db, clock, log)
  const refusals = startRefusals(db, clock, log)
  const requestLog = startRequestLog(ctx)
  await prepareOldAccounts(ctx)
  await prepareOldApps(ctx)
  const prices = await startPrices(db, changes)
  // Operators configure these URLs, so outside of staging any address is allowed.
  const toProviders = openOutbound({ reach: config.staging ? 'loopback' : 'anywhere', urlLengthMax })
  const { send, judge } = toProviders
  const kinds = carrierKinds({ clock, log, staging: config.staging, send, judge, publicUrl: config.publicUrl })
  const routed = await openRouting({ ...ctx, kinds, isReserved: isProviderName }, simulator)
  const ca = config.callbackCa === null ? [] : readCertificates(config.callbackCa)
  const outbound = openOutbound({ reach: config.callbackLoopback ? 'public or loopback' : 'public', ca })
  const sms = openSms({ ...ctx, events, prices, routing: routed.routing, outbound })
  const airtimeProviders = await openProviderSet(ctx, {
    product: 'airtime',
    kinds: { http: httpProviders({ send, judge, clock, inProgressSecondsMax: config.staging ? 0 : 60 }) },
    simulated: config.staging ? createSimulatedProvider({ clock, delayMs: config.simulatorDelayMs }) : null,
  })
  const airtime = openAirtime({ ...ctx, events, providers: airtimeProviders })
  const mail = openMail({ url: config.smtpUrl, from: config.mailFrom })
  const rates = shareRates(db)
  const users = openUsers(ctx, mail, rates)
  const authenticator = openAuthenticator({ ...ctx, events, rates })
  const kannel: KannelContext = {
    sms,
    keys: { db, cache, clock, rates, defaults: config },
    authenticator,
    outbound: openDlrOutbound({ ca, loopback: config.callbackLoopback }),
  }
  const smpp = await openSmppServer({ ...sms, authenticator, rates })
  const webhooks = { ...ctx, outbound }
  const chat: ChatContext = {
    ...webhooks,
    prices,
    channels: await openProviderSet<ChannelEvents, ChatChannel>(ctx, {
      product: 'chat',
      kinds: {
        whatsapp: whatsappChannels({
          send,
          judge,
          clock,
          log,
          fromProvider: toProviders.download,
          fromPublic: outbound.download,
        }),
        http: httpChannels({ send, judge, clock, log }),
      },
      simulated: config.staging ? createSimulatedChannel({ clock, delayMs: config.simulatorDelayMs }) : null,
    }),
  }
  await createArchiveId(db)
  const archive = openArchive(ctx, archiveSources, version)
  const retention = openRetention(ctx, retentionRules(ctx), archive)
  const payments = await openProviderSet(ctx, {
    product: 'payments',
    kinds: paymentKinds({ send, judge, clock }),
    simulated: config.staging ? createSimulatedPayments(clock) : null,
  })
  const checkout: CheckoutContext = { ...ctx, events, prices, payments }

  return {
    ctx,
    /** The providers that call back. */
    providerSets: [airtimeProviders, payments, chat.channels],
    secrets,
    first,
    sandbox,
    cache,
    events,
    refusals,
    requestLog,
    mail,
    routed,
    sms,
    /** Of SMPP credentials. */
    authenticator,
    smpp,
    airtime,
    otp: openOtp(sms, chat),
    users,
    rates,
    kannel,
    contacts: openContacts(ctx),
    links: openLinks(ctx),
    person: openPerson(ctx, sms, archive, [refusals, requestLog]),
    numbers: openNumbers(ctx),
    webhooks,
    chat,
    checkout,
    archive,
    retention,
    /** Finishes accepted work, then closes everything, the database last. */
    async close() {
      retention.stop()
      // In parallel: work waits for the messages that it submitted to a slow carrier.
      await Promise.all([work.stop(), routed.routing.stop(), users.mailer.idle()])
      await payments.stop()
      await airtime.providers.stop()
      await toProviders.close()
      await chat.channels.stop()
      await sms.progress.idle()
      await sms.callRecords?.stop()
      await outbound.close()
      await kannel.outbound.close()
      await users.oidc?.close()
      await cache.stop()
      await authenticator.stop()
      await rates.stop()
      await events.stop()
      await refusals.stop()
      await requestLog.stop()
      await prices.stop()
      await sandbox?.stop()
      await watching.stop()
      await changes.stop()
      await db.close()
    },
  }
}

const simulatorOf = ({ simulatorDelayMs, simulatorSeed, simulatorRatePerSecond }: Config) => ({
  deliveryDelayMs: simulatorDelayMs,
  seed: simulatorSeed,
  chaos: { ratePerSecond: simulatorRatePerSecond },
})
