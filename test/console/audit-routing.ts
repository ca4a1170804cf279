/** Audited changes of carriers, routes, numbers and keywords. */
import { someSettings } from '../airtime.ts'
import { someCarrier } from '../carriers.ts'
import type { ProductsStage, Walk } from './audit-walk.ts'

export async function walkRouting(
  walk: Walk,
  { operator, text }: Pick<ProductsStage, 'operator' | 'text'>,
): Promise<void> {
  const params = { carrier: 'one' }
  const carrier = { ...someCarrier, secrets: { password: text }, health: { errorsAbove: 0.5 } }
  const { kind, settings, health } = carrier
  const set = {
    action: 'carrier.set',
    status: 200,
    params,
    detail: { kind, settings, secrets: ['password'], failoverSeconds: 30, health },
  }
  await walk(operator, 'PUT', '/carriers/:carrier', '/carriers/one', carrier, set)
  for (const verb of ['pause', 'resume']) {
    await walk(operator, 'POST', `/carriers/:carrier/${verb}`, `/carriers/one/${verb}`, undefined, {
      action: `carrier.${verb}`,
      status: 200,
      params,
    })
  }
  const route = { carrier: 'one', prefix: '999', accountId: null, sender: 'INFO', lane: 'bulk', place: 2, stop: true }
  await walk(operator, 'POST', '/routes', '/routes', route, {
    action: 'route.add',
    status: 201,
    params: {},
    detail: route,
  })
  const id = String((await operator.ask('GET', '/routes')).body.data[0].id)
  await walk(
    operator,
    'PUT',
    '/routes/:route',
    `/routes/${id}`,
    { prefix: '998' },
    {
      action: 'route.change',
      status: 200,
      params: { route: id },
      detail: { prefix: '998' },
    },
  )
  await walk(operator, 'DELETE', '/routes/:route', `/routes/${id}`, undefined, {
    action: 'route.remove',
    status: 204,
    params: { route: id },
    detail: { ...route, prefix: '998' },
  })
  await walk(operator, 'DELETE', '/carriers/:carrier', '/carriers/one', undefined, {
    action: 'carrier.remove',
    status: 204,
    params,
  })
}

export async function walkProviders(
  walk: Walk,
  { operator, text }: Pick<ProductsStage, 'operator' | 'text'>,
): Promise<void> {
  const [pattern, path] = ['/providers/:product/:provider', '/providers/airtime/shop']
  const params = { product: 'airtime', provider: 'shop' }
  const { create } = someSettings
  const typed = { ...create, headers: { Authorization: `Bearer ${text}` } }
  const provider = { kind: 'http', settings: { ...someSettings, create: typed }, secrets: { key: text }, priority: 7 }
  await walk(operator, 'PUT', pattern, path, provider, {
    action: 'provider.set',
    status: 200,
    params,
    detail: {
      kind: 'http',
      accountId: null,
      priority: 7,
      settings: { ...someSettings, create: { ...create, headers: { Authorization: '…' } } },
      secrets: ['key'],
    },
  })
  for (const verb of ['pause', 'resume'])
    await walk(operator, 'POST', `${pattern}/${verb}`, `${path}/${verb}`, undefined, {
      action: `provider.${verb}`,
      status: 200,
      params,
    })
  await walk(operator, 'DELETE', pattern, path, undefined, { action: 'provider.remove', status: 204, params })
}

export async function walkInbound(
  walk: Walk,
  { accountId, owner, operator, text }: Omit<ProductsStage, 'world'>,
): Promise<void> {
  const [number, keyword] = ['/inbound/numbers/15001', '/inbound/numbers/15001/keywords/duka']
  const [params, detail] = [{ number: '15001' }, { accountId }]
  const [numberPattern, keywordPattern] = ['/inbound/numbers/:number', '/inbound/numbers/:number/keywords/:keyword']
  await walk(operator, 'PUT', numberPattern, number, detail, {
    action: 'inbound.number_set',
    status: 200,
    params,
    detail,
  })
  const withWord = { status: 200, params: { ...params, keyword: 'duka' }, detail }
  await walk(operator, 'PUT', keywordPattern, keyword, detail, { action: 'inbound.keyword_set', ...withWord })
  const written = { from: '255712000112', to: '15001' }
  const simulated = { action: 'inbound.simulate', status: 202, params: {}, detail: written }
  await walk(operator, 'POST', '/inbound/simulate', '/inbound/simulate', { ...written, text }, simulated)
  const { from: phone, to } = written
  const fromPhone = {
    action: 'phone.write',
    status: 201,
    params: { account: String(accountId), phone },
    detail: { to },
  }
  await walk(
    owner,
    'POST',
    '/accounts/:account/phones/:phone/messages',
    `/accounts/${accountId}/phones/${phone}/messages`,
    { to, text },
    fromPhone,
  )
  await walk(operator, 'POST', '/secret/rotate', '/secret/rotate', undefined, {
    action: 'secret.rotate',
    status: 409,
    params: {},
  })
  const [ahead, chaos] = [{ seconds: 1 }, { latencyMs: 0, refusalRate: 0 }]
  await walk(operator, 'POST', '/simulator/clock', '/simulator/clock', ahead, {
    action: 'simulator.clock',
    status: 200,
    params: {},
    detail: ahead,
  })
  await walk(operator, 'PUT', '/simulator/chaos', '/simulator/chaos', chaos, {
    action: 'simulator.chaos',
    status: 200,
    params: {},
    detail: chaos,
  })
  const gone = { action: 'inbound.keyword_remove', status: 204, params: withWord.params }
  await walk(operator, 'DELETE', keywordPattern, keyword, undefined, gone)
  await walk(operator, 'DELETE', numberPattern, number, undefined, {
    action: 'inbound.number_remove',
    status: 204,
    params,
  })
  const helpReply = 'Call 0800 100 100'
  const words = { action: 'inbound.words', status: 200, detail: { stop: ['STOP', 'BASI'], helpReply } }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/inbound/words',
    `/accounts/${accountId}/inbound/words`,
    { stop: ['Stop', 'basi'], helpReply },
    words,
  )
}
