/** Preparations for the examples of the document. */
import { bookOf, type Client } from './contacts.ts'
import { type Answer, until, type World } from './world.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Changes to the request of an example; undefined values are omitted. */
export interface Change {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Fields
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** An object is merged into the body of the example; any other value replaces it. */
  readonly body?: unknown
  /** Another client sends the request. */
  readonly client?: Client
  /** The answer, if the request was already sent. */
  readonly answer?: Answer
}

export interface Stage {
  readonly world: World
  /** A world without staging, and so without carriers, channels and providers. */
  readonly bareWorld: World
  /** A client of a new account. */
  readonly client: Client
  /** The body of the example. */
  readonly body: Fields
  /** Sends the request of the example. */
  ask(change?: Change): Promise<Answer>
}

export type Way = Change | ((stage: Stage) => Promise<Change>)

export const contacts = '/public/v1/contacts'
const templateOf = async ({ client }: Stage) => (await client.list('/public/v1/sms-templates'))[0].id
const ownTemplate: Way = async (stage) => ({ params: { id: await templateOf(stage) } })
const ownBook: Way = async ({ client }) => ({ params: { book: await client.addBook(`Book of ${performance.now()}`) } })

let lastPhone = 255_713_000_000
const addContact = ({ client }: Stage) => {
  lastPhone += 1
  return client.addContact({ mob_no: String(lastPhone) })
}
export const defaultBook = ({ client }: Stage) => bookOf(client, 'Default')

/** Creates the objects that an example needs and puts their ids into its request. */
export const preparations: Readonly<Record<string, Way>> = {
  listDeliveryReports: async ({ client }) => {
    const { body } = await client.ask('POST', '/v1/send', {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
      recipients: [{ recipient_id: 1, dest_addr: '255712345678' }],
    })
    const query = { request_id: body.request_id }
    await until('the message is delivered', async () =>
      (await client.ask('GET', `/public/v1/delivery-reports?request_id=${body.request_id}`)).text.includes('DELIVERED'),
    )
    return { query }
  },
  updateTemplate: ownTemplate,
  deleteTemplate: ownTemplate,
  listAddressBooks: async ({ client, world }) => {
    const book = await client.addBook('Customers', 'Customers with at least one purchase')
    await client.addContact({ mob_no: '255712345678', addressbook_id: [book] })
    return { query: { parent_vendor_id: undefined, created_to: world.clock.now().toISOString() } }
  },
  updateAddressBook: ownBook,
  deleteAddressBook: ownBook,
  listContacts: async (stage) => {
    const addressbook_id = await defaultBook(stage)
    const address = { address_country: 'Tanzania', address_city: 'Dar es Salaam', address_area: 'Kinondoni' }
    const person = {
      title: 'Ms',
      first_name: 'Amina',
      last_name: 'Juma',
      gender: 'female',
      email: 'amina@example.com',
      dob: '1990-01-31',
    }
    await stage.client.addContact({ mob_no: '255712345678', ...person, ...address })
    return { query: { addressbook_id } }
  },
  createContact: async (stage) =>
    'addressbook_id' in stage.body ? { body: { addressbook_id: [await defaultBook(stage)] } } : {},
  updateContact: async (stage) => ({
    params: { contact: await addContact(stage) },
    body: { addressbook_id: [await defaultBook(stage), await stage.client.addBook(`Book of ${performance.now()}`)] },
  }),
  deleteContact: async (stage) => ({
    params: { contact: await addContact(stage) },
    query: { addressbook_id: await defaultBook(stage) },
  }),
  deleteContacts: async (stage) => ({
    body: {
      contacts_id: [await addContact(stage), await addContact(stage)],
      addressbook_id: 'addressbook_id' in stage.body ? [await defaultBook(stage)] : undefined,
    },
  }),
  getAirtimeStatus: async ({ client }) => {
    const { body } = await client.ask('POST', '/v1/transfer', {
      dest_addr: '255712340004',
      amount: '500',
      reference_id: 'order-4711',
    })
    return { body: { transaction_id: body.transaction_id } }
  },
  getCreditBalance: { query: { user_id: undefined } },
  verifyPin: async ({ client }) => ({
    body: { pinId: (await client.ask('POST', '/v1/request', { appId: 1, msisdn: '255712349999' })).body.data.pinId },
  }),
  listChatUsers: async ({ client }) => {
    await client.ask('POST', '/v1/chatapi', {
      from: 'SHOP',
      to: '255712345678',
      channel: 'whatsapp',
      message_type: 'text',
      text: 'Hello',
    })
    await until('the person has replied', async () => (await client.list('/v1/chatapi/active-users')).length > 0)
    return {}
  },
}
