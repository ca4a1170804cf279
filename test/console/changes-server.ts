/** Every change of the whole server and of the own user, with the detail of its audit entry. */
import { hashPhone } from '../../src/modules/privacy/erasure/store.ts'
import { addInvitation } from '../account-objects.ts'
import { addOverdue, someSettings } from '../airtime.ts'
import { someCarrier } from '../carriers.ts'
import { addPayment } from '../checkout.ts'
import type { Change, ChangesStage } from './changes.ts'
import { command, freshEmail, invite, password } from './people.ts'

const phone = '255713004711'

export async function* changesOfServer(stage: ChangesStage): AsyncGenerator<Change> {
  const { world, accountId, text } = stage
  const same = (route: string, body: object, more = {}): Change => [route, body, body, more]
  yield same('POST /accounts', { name: 'Third' })
  yield same('PUT /me/language', { language: 'fr' })
  // Without a mail server.
  yield ['POST /setup/test-email', undefined, null, { status: 409 }]
  yield same('PUT /retention', { default: { logs: 800 }, max: { logs: 900 } })
  // Without a new secret.
  yield ['POST /secret/rotate', undefined, null, { status: 409 }]
  yield same('POST /simulator/clock', { seconds: 1 })
  yield same('PUT /simulator/chaos', { latencyMs: 0, refusalRate: 0 })
  const user = { ids: { user: (await invite(world, accountId, 'viewer')).id } }
  yield ['POST /users/:user/password-reset', undefined, null, user]
  yield ['DELETE /users/:user/two-factor', undefined, null, user]
  yield same('PUT /users/:user/operator', { operator: true }, user)
  // The note and the number are not recorded.
  yield ['POST /do-not-disturb', { phone, note: text }, null]
  yield ['POST /do-not-disturb/remove', { phone }, null]
  yield ['POST /do-not-disturb/import', '255713004712\n', {}]
  yield* changesOfPrices(stage)
  yield* changesOfPayments(stage)
  yield* changesOfRouting(stage)
  yield* changesOfNumbers(stage)
  yield* changesOfPersons(stage)
}

async function* changesOfPrices({ world }: ChangesStage): AsyncGenerator<Change> {
  const price = { product: 'OTP', prefix: '255', amount: '2.5', validFrom: '2030-01-31' }
  const detail = { ...price, accountId: null, currency: 'TZS', amount: '2.5000', validFrom: '2030-01-31T00:00:00.000Z' }
  yield ['PUT /prices', price, detail]
  const { id } = (await command(world, 'GET', '/prices?product=OTP')).body.data[0]
  yield ['DELETE /prices/:price', undefined, detail, { ids: { price: id } }]
  yield ['POST /prices/import', 'product,prefix,price\nSMS,999,2\n', { replace: false }]
}

async function* changesOfPayments({ world, accountId }: ChangesStage): AsyncGenerator<Change> {
  const byHand = { as: 'successful', reason: 'they called' }
  const owned = { accountId, amount: '10.0000' }
  const transfer = { ids: { transfer: await addOverdue(world, accountId) } }
  yield ['POST /airtime/transfers/:transfer/end', byHand, { ...byHand, ...owned }, transfer]
  const failed = { as: 'failed', reason: 'they called' }
  const payment = { ids: { payment: await addPayment(world, accountId, null) } }
  yield ['POST /payments/:payment/end', failed, { ...failed, ...owned }, payment]
  const paid = { ids: { payment: await addPayment(world, accountId, 'due') } }
  yield ['POST /payments/:payment/refunded', { note: 'returned' }, { note: 'returned', ...owned }, paid]
  yield ['POST /payments/match', { provider: 'gone', lines: [{ receipt: 'x' }] }]
}

async function* changesOfRouting({ world, text }: ChangesStage): AsyncGenerator<Change> {
  const carrier = { ids: { provider: 'one' } }
  const { product, kind, settings } = someCarrier
  const set = { product, kind, accountId: null, priority: null, settings, secrets: ['password'] }
  yield ['PUT /providers/:provider', { ...someCarrier, secrets: { password: text } }, set, carrier]
  yield ['POST /providers/:provider/pause', undefined, null, carrier]
  yield ['POST /providers/:provider/resume', undefined, null, carrier]
  const added = { carrier: 'one', prefix: '999', accountId: null, sender: 'INFO', lane: 'bulk', place: 2, stop: true }
  yield ['POST /routes', added, added]
  const route = { ids: { route: (await command(world, 'GET', '/routes')).body.data[0].id } }
  yield ['PUT /routes/:route', { prefix: '998' }, { prefix: '998' }, route]
  yield ['DELETE /routes/:route', undefined, { ...added, prefix: '998' }, route]
  yield ['DELETE /providers/:provider', undefined, null, carrier]

  const provider = { ids: { provider: 'shop' } }
  const { create } = someSettings
  const withHeader = (authorization: string) => ({
    ...someSettings,
    create: { ...create, headers: { Authorization: authorization } },
  })
  const shop = {
    product: 'airtime',
    kind: 'http',
    settings: withHeader(`Bearer ${text}`),
    secrets: { key: text },
    priority: 7,
  }
  const shown = {
    product: 'airtime',
    kind: 'http',
    accountId: null,
    priority: 7,
    settings: withHeader('…'),
    secrets: ['key'],
  }
  yield ['PUT /providers/:provider', shop, shown, provider]
  const chat = { ids: { provider: 'simulator' } }
  yield ['POST /providers/:provider/templates/sync', {}, { templates: 0 }, chat]
}

async function* changesOfNumbers({ accountId, text }: ChangesStage): AsyncGenerator<Change> {
  const number = { ids: { number: '15001' } }
  const keyword = { ids: { number: '15001', keyword: 'duka' } }
  const owner = { accountId }
  const incoming = { from: '255712000112', to: '15001' }
  yield ['PUT /inbound/numbers/:number', owner, owner, number]
  yield ['PUT /inbound/numbers/:number/keywords/:keyword', owner, owner, keyword]
  yield ['POST /inbound/simulate', { ...incoming, text }, incoming]
  const from = { ids: { phone: incoming.from } }
  yield ['POST /accounts/:account/phones/:phone/messages', { to: '15001', text }, { to: '15001' }, from]
  yield ['DELETE /inbound/numbers/:number/keywords/:keyword', undefined, null, keyword]
  yield ['DELETE /inbound/numbers/:number', undefined, null, number]
}

/** The entries have a keyed hash instead of the number. */
async function* changesOfPersons({ world }: ChangesStage): AsyncGenerator<Change> {
  const person = hashPhone(world.app.sms, phone)
  for (const root of ['/accounts/:account/person', '/person']) {
    yield [`POST ${root}`, { phone }, { person, counts: {} }]
    yield [`POST ${root}/export`, { phone: `+${phone}` }, { person }]
    yield [`POST ${root}/export.csv`, { phone, source: 'pins' }, { person, source: 'pins' }]
    const { data } = (await command(world, 'GET', '/erasures')).body
    yield [`POST ${root}/erase`, { phone }, { person, counts: {}, erasure: (data[0]?.id ?? 0) + 1 }]
  }
}

const credential = { id: 'none', rawId: 'none', type: 'public-key' }
const registration = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
const assertion = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }

/** Sign-in, passwords and second factors. */
export async function* changesOfSignIn({ world, accountId, owner }: ChangesStage): AsyncGenerator<Change> {
  const auth = (path: string, body: unknown, detail: object | null = null, more = {}): Change => [
    `POST /auth${path}`,
    body,
    detail,
    more,
  ]
  const isAnonymous = true
  const newPassword = password
  yield auth('/sign-in/email', { email: owner.email, password }, { email: owner.email, user: owner.id })
  yield auth('/sign-out', undefined, null, { by: await owner.signIn() })
  yield auth('/revoke-session', { token: 'none' })
  yield auth('/revoke-other-sessions', undefined)
  yield auth('/update-user', { name: 'Somebody' })
  yield auth('/change-password', { currentPassword: password, newPassword }, { user: owner.id })
  const invited = await invite(world, accountId, 'viewer', freshEmail())
  yield auth('/reset-password', { token: invited.token, newPassword }, { user: invited.id }, { isAnonymous })
  const token = await addInvitation(world, accountId)
  yield auth('/accept-invitation', { token, newPassword }, { role: 'viewer' }, { isAnonymous, accountId })
  await addInvitation(world, accountId)
  const { id } = (await command(world, 'GET', `/accounts/${accountId}/invitations`)).body.data[0]
  yield ['DELETE /accounts/:account/invitations/:invitation', undefined, null, { ids: { invitation: id } }]
  // The passkeys are unknown: test/browser/passkeys.test.ts has others.
  yield auth('/passkey/verify-registration', { name: 'Mine', response: registration }, null, { status: 400 })
  yield auth('/passkey/update-passkey', { id: 'none', name: 'Mine' }, null, { status: 404 })
  yield auth('/passkey/delete-passkey', { id: 'none' }, null, { status: 404 })
  yield auth('/passkey/verify-authentication', { response: assertion }, null, { isAnonymous, status: 400 })
  // Without a provider of sign-ins.
  yield auth('/oidc/link', undefined, null, { status: 404 })
  yield auth('/prove', { password })
  yield auth('/two-factor/enable', { password })
  yield auth('/two-factor/verify-totp', { code: 'x' }, null, { status: 401 })
  yield auth('/two-factor/verify-backup-code', { code: 'x' }, null, { status: 401 })
  yield auth('/two-factor/generate-backup-codes', { password }, null, { status: 400 })
  yield auth('/two-factor/disable', { password })
}
