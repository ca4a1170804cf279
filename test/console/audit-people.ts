/** Audited changes of users, PIN applications, webhook endpoints and prices. */
import type { ProductsStage, Walk } from './audit-walk.ts'
import { command } from './people.ts'
import { addBlock, addChild } from './rights-people.ts'

/** Members, sub-accounts and account settings. */
export async function walkPeople(
  walk: Walk,
  { world, accountId, owner, operator }: Pick<ProductsStage, 'world' | 'accountId' | 'owner' | 'operator'>,
): Promise<void> {
  const [pattern, path] = ['/accounts/:account', `/accounts/${accountId}`]
  const renamed = { name: 'Another name' }
  await walk(operator, 'PUT', pattern, path, renamed, { action: 'account.change', status: 200, detail: renamed })
  const language = { language: 'fr' }
  const chosen = { status: 200, detail: language }
  await walk(owner, 'PUT', '/me/language', '/me/language', language, { ...chosen, action: 'user.language' })
  // Without a mail server.
  const tested = { action: 'email.test', status: 409, detail: null }
  await walk(operator, 'POST', '/setup/test-email', '/setup/test-email', undefined, tested)
  const translated = { ...chosen, action: 'account.language' }
  await walk(owner, 'PUT', `${pattern}/language`, `${path}/language`, language, translated)
  const shop = { url: 'https://shop.example.com/' }
  const linked = { action: 'account.shop', status: 200, detail: shop }
  await walk(owner, 'PUT', `${pattern}/shop`, `${path}/shop`, shop, linked)
  await walk(
    operator,
    'PUT',
    `${pattern}/parent`,
    `${path}/parent`,
    { parentId: null },
    {
      action: 'account.parent',
      status: 200,
      detail: { parentId: null },
    },
  )
  const child = String(await addChild(world, accountId))
  const moved = { direction: 'to', product: 'SMS', amount: '1' }
  await walk(
    owner,
    'POST',
    `${pattern}/sub-accounts/:child/transfer`,
    `${path}/sub-accounts/${child}/transfer`,
    { ...moved, note: 'June' },
    { action: 'credit.transfer', status: 200, params: { account: String(accountId), child }, detail: moved },
  )
  const credential = String((await command(world, 'POST', `${path}/keys`, { name: 'to replace' })).body.id)
  const params = { account: String(accountId), credential }
  const lenient = { lenient: true }
  const changed = { action: 'credential.change', status: 200, params, detail: lenient }
  await walk(owner, 'PUT', `${pattern}/credentials/:credential`, `${path}/credentials/${credential}`, lenient, changed)
  const scopes = { scopes: ['contacts:read'] }
  await walk(
    owner,
    'PUT',
    `${pattern}/credentials/:credential/scopes`,
    `${path}/credentials/${credential}/scopes`,
    scopes,
    { ...changed, detail: scopes },
  )
  await walk(
    operator,
    'PUT',
    `${pattern}/credentials/:credential/private-urls`,
    `${path}/credentials/${credential}/private-urls`,
    { allowed: true },
    { ...changed, detail: { privateUrls: true } },
  )
  const rotated = { action: 'credential.rotate', status: 201, params, detail: { overlapHours: 24 } }
  await walk(
    owner,
    'POST',
    `${pattern}/credentials/:credential/rotate`,
    `${path}/credentials/${credential}/rotate`,
    { overlapHours: 24 },
    rotated,
  )
  const block = await addBlock(world, accountId)
  const lifted = {
    action: 'otp.block_lift',
    status: 204,
    params: { account: String(accountId), block },
    detail: { app: 1, prefix: '25571234' },
  }
  await walk(owner, 'DELETE', `${pattern}/otp/blocks/:block`, `${path}/otp/blocks/${block}`, undefined, lifted)
  const allowed = { countries: ['KE'], ranges: ['25671'] }
  await walk(operator, 'PUT', `${pattern}/otp/allowance`, `${path}/otp/allowance`, allowed, {
    action: 'otp.allow',
    status: 200,
    detail: allowed,
  })
  await command(world, 'POST', `${path}/credit`, { product: 'AIRTIME', amount: '10' })
  const paid = { action: 'airtime.transfer', status: 201, detail: { phone: '255712000115', amount: '10.0000' } }
  await walk(owner, 'POST', `${pattern}/airtime`, `${path}/airtime`, { phone: '255712000115', amount: '10' }, paid)
}

export async function walkOtp(
  walk: Walk,
  { accountId, owner }: Pick<ProductsStage, 'accountId' | 'owner'>,
): Promise<void> {
  const [pattern, path] = ['/accounts/:account/otp/apps', `/accounts/${accountId}/otp/apps`]
  const made = { name: 'Sign-in', pinLength: 4 }
  await walk(owner, 'POST', pattern, path, made, { action: 'otp.app_add', status: 201, detail: { app: 2, ...made } })
  const change = { active: false, guard: 'block' }
  const params = { account: String(accountId), app: '2' }
  await walk(owner, 'PUT', `${pattern}/:app`, `${path}/2`, change, {
    action: 'otp.app_change',
    status: 200,
    params,
    detail: { app: 2, ...change },
  })
}

export async function walkWebhooks(
  walk: Walk,
  { world, accountId, owner }: Pick<ProductsStage, 'world' | 'accountId' | 'owner'>,
): Promise<void> {
  const [pattern, path] = ['/accounts/:account/webhooks', `/accounts/${accountId}/webhooks`]
  const url = 'http://127.0.0.1:9/'
  const { id } = (await command(world, 'POST', path, { event: 'chat', url })).body
  const of = (action: string, status: number, detail: Record<string, unknown>) => ({
    action: `webhook.${action}`,
    status,
    params: { account: String(accountId), endpoint: String(id) },
    detail: { endpoint: id, ...detail },
  })
  // Endpoint ids are consecutive.
  const added = { action: 'webhook.add', status: 201, detail: { endpoint: id + 1, event: 'airtime', url } }
  await walk(owner, 'POST', pattern, path, { event: 'airtime', url }, added)
  const one = [`${pattern}/:endpoint`, `${path}/${id}`] as const
  const change = { flatArgs: true, headers: { Authorization: 'hush' } }
  await walk(owner, 'PUT', ...one, change, of('change', 200, { flatArgs: true, headers: ['authorization'] }))
  await walk(owner, 'POST', `${one[0]}/rotate`, `${one[1]}/rotate`, undefined, of('rotate', 200, {}))
  await walk(owner, 'POST', `${one[0]}/test`, `${one[1]}/test`, undefined, of('test', 202, {}))
  const since = '2030-01-31'
  await walk(
    owner,
    'POST',
    `${one[0]}/repeat`,
    `${one[1]}/repeat`,
    { since },
    of('repeat', 200, { since, failedOnly: false }),
  )
  await walk(owner, 'DELETE', ...one, undefined, of('remove', 204, {}))
}

export async function walkPrices(
  walk: Walk,
  { world, operator }: Pick<ProductsStage, 'world' | 'operator'>,
): Promise<void> {
  const price = { product: 'OTP', prefix: '255', amount: '2.5', validFrom: '2030-01-31' }
  const detail = {
    product: 'OTP',
    accountId: null,
    prefix: '255',
    currency: 'TZS',
    amount: '2.5000',
    validFrom: '2030-01-31T00:00:00.000Z',
  }
  await walk(operator, 'PUT', '/prices', '/prices', price, { action: 'price.set', status: 200, params: {}, detail })
  const id = String((await command(world, 'GET', '/prices?product=OTP')).body.data[0].id)
  await walk(operator, 'DELETE', '/prices/:price', `/prices/${id}`, undefined, {
    action: 'price.remove',
    status: 204,
    params: { price: id },
    detail,
  })
  await walk(
    operator,
    'POST',
    '/prices/import',
    '/prices/import',
    { csv: 'no' },
    { action: 'prices.load', status: 400, params: {} },
  )
}
