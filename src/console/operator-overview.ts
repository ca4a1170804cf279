import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import { consoleOverview, type OperatorOverview } from '../contract/console/overview.ts'
import type { Sendable } from '../contract/shapes.ts'
import type { Queryable } from '../engine/db/index.ts'
import { type ProvidersContext, products, showProviders } from '../modules/providers/index.ts'
import { type CarrierFigures, readRecentFigures, readTimeZone } from '../modules/reports/index.ts'
import {
  classifyCarrier,
  listPaces,
  mostLosses,
  type RoutingContext,
  readThroughput,
  type ShownCarrier,
  showCarriers,
} from '../modules/routing/index.ts'
import { countPending, listAllSenders } from '../modules/senders/index.ts'
import { listQueues, type SmsContext } from '../modules/sms/index.ts'
import { startOf } from '../values/place.ts'
import { listOverviewAccounts } from './account-figures.ts'

type Overview = Sendable<OperatorOverview>

/** The accounts with most messages that are listed. */
const busiestMax = 20
const approvalsMax = 1_000
const oldestApprovals = 5

/** The state of the whole installation, for operators. */
export function operatorOverviewConsole(
  app: FastifyInstance,
  ctx: SmsContext,
  routed: RoutingContext,
  provided: ProvidersContext,
): void {
  serve(app, consoleOverview.installation, async ({ query }): Promise<Overview> => {
    const { db, clock } = ctx
    const now = clock.now()
    const timeZone = readTimeZone(query)
    const [{ busiest, carrierFigures, ...figures }, approvals, showCarriersWith, shown, queues] = await Promise.all([
      readRecentFigures(db, timeZone, busiestMax, now),
      readApprovals(db),
      readCarriers(routed, now),
      Promise.all(products.map((product) => showProviders(provided, product))),
      listQueues(ctx),
    ])
    return {
      at: now,
      figures: { timeZone, ...figures },
      accounts: await listOverviewAccounts(ctx, busiest),
      approvals,
      carriers: showCarriersWith(carrierFigures),
      providers: shown.flat().map(({ product, name, kind, state, since, problem, status, open }) => {
        return { product, name, kind, state, since, problem, status, open }
      }),
      queues,
      waiting: sumQueues(queues, now),
    }
  })
}

async function readApprovals(db: Queryable): Promise<Overview['approvals']> {
  const [count, { items }] = await Promise.all([
    countPending(db, approvalsMax + 1),
    listAllSenders(db, {
      page: startOf(oldestApprovals),
      sort: { field: 'created', direction: 'asc' },
      search: null,
      status: 'pending',
    }),
  ])
  return {
    count: Math.min(count, approvalsMax),
    more: count > approvalsMax,
    oldest: items.map(({ id, sender, accountId, accountName, createdAt }) => {
      return { id, sender, accountId, accountName, createdAt }
    }),
  }
}

async function readCarriers(ctx: RoutingContext, now: Date) {
  const [stored, paces, minutesOf] = await Promise.all([showCarriers(ctx), listPaces(ctx.db, now), readThroughput(ctx)])
  const simulated = ctx.routing.names().filter((name) => ctx.routing.carrierState(name) === null)
  return (figuresOf: (carrier: string) => CarrierFigures) =>
    [...simulated.map((name) => ({ name })), ...stored].map((carrier) => {
      const { name } = carrier
      const { taken = 0, throttles = 0 } = paces.get(name) ?? {}
      return {
        name,
        ...('kind' in carrier ? describeCarrier(carrier) : simulatedNetwork),
        perSecond: Math.round((taken / 60) * 10) / 10,
        minutes: minutesOf(name),
        throttles,
        ...figuresOf(name),
      }
    })
}

const simulatedNetwork = {
  kind: 'simulator',
  state: 'up',
  since: null,
  problem: null,
  status: 'The simulated network of staging.',
  binds: { up: 0, total: 0 },
  losses: 0,
  window: null,
  problems: [],
} as const

function describeCarrier(carrier: ShownCarrier) {
  const { kind, connections } = carrier
  const up = connections.filter(({ downSince }) => downSince === null)
  const sum = (field: 'outstanding' | 'window') => up.reduce((total, one) => total + one[field], 0)
  return {
    kind,
    ...classifyCarrier(carrier),
    binds: { up: up.length, total: connections.length },
    losses: mostLosses(connections),
    window: up.length === 0 ? null : { used: sum('outstanding'), size: sum('window') },
    problems: connections.flatMap(({ place, downSince, problem }) =>
      downSince === null ? [] : [{ place, since: downSince, problem }],
    ),
  }
}

function sumQueues(queues: Overview['queues'], now: Date): Overview['waiting'] {
  const sum = (field: 'messages' | 'scheduled' | 'inHand') => queues.reduce((total, one) => total + one[field], 0)
  const due = queues.flatMap(({ oldestDueAt }) => (oldestDueAt === null ? [] : [new Date(oldestDueAt).getTime()]))
  const oldestSeconds = due.length === 0 ? null : Math.max(0, Math.floor((now.getTime() - Math.min(...due)) / 1_000))
  return {
    messages: sum('messages'),
    scheduled: sum('scheduled'),
    inHand: sum('inHand'),
    oldestSeconds,
    more: queues.some(({ more }) => more),
  }
}
