import { modules } from '../app/modules.ts'
import type { Config } from '../config.ts'
import type { AnswerOf } from '../contract/console/index.ts'
import { type Database, migrate } from '../engine/db/index.ts'
import { migrationsDirectory } from '../migrations.ts'
import { preparationsOf } from '../module.ts'
import { createFirstAccount, createKey, createSmppCredential } from '../modules/accounts/index.ts'
import { createFirstUser } from '../modules/users/index.ts'
import type { Role } from '../values/scopes.ts'
import { operator, owner, password, schoolName, shopKey, shopName, shopSmpp } from './credentials.ts'
import { type Book, type Demo, settle } from './demo.ts'
import { kenya, type Person, tanzania, toCsv, uganda } from './people.ts'
import { templates } from './texts.ts'

/** The account of the shop, in the paths of the console. */
export const shop = { account: 1 } as const
/** The number that receives replies. */
export const shortNumber = '15055'

/** Creates the first account with the public credentials of the demo instead of those of a first run. */
export async function createShop(db: Database, config: Config, now: Date): Promise<void> {
  await migrate(db, migrationsDirectory)
  await db.transaction(async (tx) => {
    const accountId = await createFirstAccount(tx, shopName, preparationsOf(modules, config), now)
    if (accountId === null) throw new Error('a first account already exists')
    await createKey(tx, accountId, 'Online shop', now, {}, shopKey)
    await createFirstUser(tx, accountId, owner.email, password, now)
  })
}

export interface AccountPath {
  readonly account: number
}

/** Sets up everything before the first message: prices, sender IDs, contacts, credentials, webhooks. */
export async function setUpShop(demo: Demo) {
  const { operator: command, owner: asha } = demo.clients
  await asha('POST /auth/update-user', { body: { name: owner.name } })
  await setPrices(demo)
  for (const [product, left] of [
    ['SMS', 60_000],
    ['AIRTIME', 40_000],
    ['CHAT', 20_000],
    ['OTP', 50_000],
  ] as const)
    await command('POST /accounts/:account/credit', {
      path: shop,
      body: { product, amount: String(left - 1_000_000), note: 'Initial credit removed' },
    })

  await askForSender(demo, shop, 'DUKA', 'Oda yako imepokelewa. Duka la Asha', 'approve')
  await askForSender(demo, shop, 'ZAWADI', 'Umeshinda! Tuma namba yako ya siri', 'reject')
  for (const template of templates) await asha('POST /v2/templates', { path: shop, body: template })
  await command('PUT /inbound/numbers/:number', { path: { number: shortNumber }, body: { accountId: shop.account } })

  const retail = demo.makePeople(tanzania, 170)
  const books = [
    await importBook(demo, shop, 'Wateja wa rejareja', 'wateja.csv', retail, badRows),
    await importBook(demo, shop, 'Wateja wa jumla', 'jumla.csv', demo.makePeople(tanzania, 60)),
    await importBook(demo, shop, 'Kariakoo', 'kariakoo.csv', [
      ...demo.makePeople(tanzania, 70),
      ...retail.slice(0, 20),
    ]),
    await importBook(demo, shop, 'Kenya', 'kenya.csv', demo.makePeople(kenya, 45)),
    await importBook(demo, shop, 'Uganda', 'uganda.csv', demo.makePeople(uganda, 35)),
  ]
  await settle(demo)
  await openCredentials(demo)
  await openPins(demo)
  for (const event of ['inbound-sms', 'checkout', 'airtime'] as const)
    await asha('POST /v2/webhooks', { path: shop, body: { event, url: `${demo.receiver}/${event}` } })
  await asha('PUT /v2/balances/:product/reminders', {
    path: { ...shop, product: 'AIRTIME' },
    body: { creditLevel: '20000', smsReminder: true, reminderPhone: '255754811220' },
  })
  await asha('POST /v2/segments', {
    path: shop,
    body: { name: 'Wa Kariakoo', filter: { match: 'all', conditions: [{ book: books.at(-1)?.id ?? 0, op: 'in' }] } },
  })
  const school = await openSchool(demo)
  await inviteTeam(demo)
  return { books, school }
}

/** Invalid rows, as in a list that is maintained by hand. */
const badRows = [
  'Mama Zuhura,,hana simu,female,Dar es Salaam',
  'Peter,Shayo,07123,male,Moshi',
  'Asumpta,Lyimo,,female,Arusha',
]

async function setPrices({ clients: { operator: command } }: Demo): Promise<void> {
  const prices = [
    ['SMS', '255', '18'],
    ['SMS', '254', '24'],
    ['SMS', '256', '28'],
    ['SMS', '', '90'],
    ['CHAT', '', '35'],
  ] as const
  for (const [product, prefix, amount] of prices) await command('PUT /prices', { body: { product, prefix, amount } })
  await command('PUT /prices', { body: { product: 'SMS', prefix: '255', amount: '15', accountId: shop.account } })
}

export async function askForSender(
  { clients: { operator: command } }: Demo,
  path: AccountPath,
  sender: string,
  sampleContent: string,
  decision: 'approve' | 'reject' | null,
): Promise<void> {
  const { id } = await command('POST /v2/senders', { path, body: { sender, sampleContent } })
  const reason = 'The sample asks people for a secret number. Please describe what will be sent.'
  const decided = { ...path, sender: id }
  if (decision === 'approve') await command('POST /accounts/:account/senders/:sender/approve', { path: decided })
  if (decision === 'reject')
    await command('POST /accounts/:account/senders/:sender/reject', { path: decided, body: { reason } })
}

async function importBook(
  { clients: { operator: command, upload } }: Demo,
  path: AccountPath,
  name: string,
  file: string,
  people: readonly Person[],
  bad: readonly string[] = [],
): Promise<Book> {
  const { id } = await command('POST /v2/books', { path, body: { name, description: '' } })
  const request = { path: { ...path, book: id }, query: { name: file } }
  await upload('POST /v2/books/:book/imports', request, toCsv(people, bad))
  return { id, people }
}

async function openCredentials({ app, clients: { owner: asha } }: Demo): Promise<void> {
  await createSmppCredential(app.sms, shop.account, shopSmpp)
  await asha('POST /accounts/:account/keys', { path: shop, body: { name: 'Till in Kariakoo', products: ['otp'] } })
  await asha('POST /accounts/:account/tokens', { path: shop, body: { name: 'Reports', addresses: ['127.0.0.0/8'] } })
}

/** The existing application becomes a prize draw, which `pumpPins` attacks. */
async function openPins({ clients: { owner: asha } }: Demo): Promise<void> {
  const guard = { guard: 'block', guardSample: 8, verifiedPercentMin: 20, blockMinutes: 4_320 } as const
  await asha('PUT /v2/otp/apps/:app', {
    path: { ...shop, app: 1 },
    body: { name: 'Bahati nasibu', text: 'Duka la Asha: namba yako ya bahati nasibu ni {pin}', ...guard },
  })
  const text = 'Namba yako ya kuingia Duka la Asha ni {pin}. Usimpe mtu yeyote.'
  const body = { name: 'Online shop', sender: 'DUKA', text, guard: 'alert' } as const
  await asha('POST /v2/otp/apps', { path: shop, body })
}

async function openSchool(demo: Demo) {
  const { operator: command } = demo.clients
  const { id } = await command('POST /accounts', { body: { name: schoolName } })
  const path = { account: id }
  await askForSender(demo, path, 'UPENDO', 'Kikao cha wazazi ni Jumamosi', 'approve')
  const book = await importBook(demo, path, 'Wazazi', 'wazazi.csv', demo.makePeople(tanzania, 55))
  const { user } = await invite(demo, path, operator, 'owner', true)
  if (user === null) throw new Error('the invitation returned no user')
  await command('PUT /users/:user/operator', { path: { user: user.id }, body: { operator: true } })
  return { path, book }
}

async function inviteTeam(demo: Demo): Promise<void> {
  await invite(demo, shop, { email: 'juma@duka.example', name: 'Juma Massawe' }, 'member', true)
  // An invitation that is still open.
  await invite(demo, shop, { email: 'neema@duka.example', name: 'Neema Kimaro' }, 'viewer', false)
}

async function invite(
  { clients: { operator: command } }: Demo,
  path: AccountPath,
  person: { readonly email: string; readonly name: string },
  role: Role,
  accepts: boolean,
): Promise<AnswerOf<'POST /accounts/:account/members'>> {
  const invited = await command('POST /accounts/:account/members', { path, body: { ...person, role } })
  if (accepts && invited.invitation !== null) {
    const body = { token: invited.invitation.token, newPassword: password }
    await command('POST /auth/reset-password', { body })
  }
  return invited
}
