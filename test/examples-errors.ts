/** Requests that cause each error of the document. */
import { type RawBuilder, sql } from 'kysely'
import { command } from './console/people.ts'
import { type Client, firstClient, newClient } from './contacts.ts'
import { type Change, contacts, defaultBook, type Fields, type Way } from './examples.ts'
import { type Answer, until, type World } from './world.ts'

/** With an account without credit. */
const withoutCredit =
  (product: string): Way =>
  async ({ world }) => {
    const client = await newClient(world)
    await command(world, 'POST', `/accounts/${client.accountId}/credit`, { product, amount: '-1000000', note: '' })
    return { client }
  }

/** With an account that has reached a limit. All operations share it. */
const atLimit = (limits: Fields): Way => {
  const clients = new Map<World, Client>()
  return async ({ world, ask }) => {
    const client = clients.get(world) ?? (await newClient(world))
    if (!clients.has(world))
      await command(world, 'PATCH', `/accounts/${client.accountId}`, {
        requestsPerSecond: null,
        messagesPerDay: null,
        ...limits,
      })
    clients.set(world, client)
    return { answer: await untilLimited(() => ask({ client })) }
  }
}

/** Returns the first rejection: a later request might be accepted again. */
async function untilLimited(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  const answers: Answer[] = []
  await until('the limit is reached', async () => {
    answers.push(await ask())
    return answers.at(-1)?.status === 429
  })
  return answers.at(-1)
}

/** Repeats the request of the example with a change. */
const afterSameRequest =
  (change: Change): Way =>
  async ({ ask }) => {
    await ask()
    return change
  }

const withoutCarriers: Way = async ({ bareWorld }) => ({ client: firstClient(bareWorld) })

/** With a PIN that could be sent again before this change of its row. */
const withEndedPin =
  (change: RawBuilder<unknown>): Way =>
  async ({ world, client: { accountId }, ask }) => {
    await command(world, 'PUT', `/accounts/${accountId}/otp/apps/1`, { resend: true })
    const { pinId } = (await ask()).body.data
    await sql`update otp_pins set ${change} where account_id = ${accountId} and id = ${pinId}`.execute(world.db)
    return { body: { pinId } }
  }

const withApp =
  (settings: Fields, text: string | null = null): Way =>
  async ({ world, client: { accountId } }) => {
    const apps = `/accounts/${accountId}/otp/apps`
    const { number: appId } = (await command(world, 'POST', apps, { name: 'Another', sender: 'INFO' })).body
    if ('active' in settings) await command(world, 'PUT', `${apps}/${appId}`, settings)
    if (text !== null)
      await sql`update otp_apps set text = ${text} where account_id = ${accountId} and number = ${appId}`.execute(
        world.db,
      )
    return { body: { appId } }
  }

const tooLong = 'a'.repeat(160 * 256)
const otherBook = { body: { addressbook_id: ['999999'] } }

const templateContent = {
  missingRequiredParameterSmsTitle: { body: { sms_title: '' } },
  invalidParameterSmsTitle: { body: { sms_title: 'a'.repeat(1_000) } },
  missingRequiredParameterMessage: { body: { message: '' } },
  invalidMessage: { body: { message: tooLong } },
}

const contactFields = {
  invalidMobileNumber: { body: { mob_no: '0712' } },
  addressbookNotFound: otherBook,
  dobMustBeADateAsYyyyMmDd: { body: { dob: 'yesterday' } },
}

/** Errors that all operations share, by name or status. */
export const commonErrors: Readonly<Record<string, Way>> = {
  noAuthorizationHeaders: { headers: { authorization: undefined } },
  401: { headers: { authorization: 'nobody' } },
  413: { body: 'x'.repeat(4_000_000) },
  415: { body: 'x', headers: { 'content-type': 'text/plain' } },
  tooManyRequests: atLimit({ requestsPerSecond: 1 }),
  invalidRequestFormat: { body: '{' },
  invalidIdempotencyKey: { headers: { 'idempotency-key': 'x'.repeat(256) } },
  idempotencyKeyWasUsedWithAnotherBody: async ({ ask, body }) => {
    await ask({ headers: { 'idempotency-key': 'of the first' } })
    return { headers: { 'idempotency-key': 'of the first' }, body: `${JSON.stringify(body)} ` }
  },
  noRoute: withoutCarriers,
  invalidParameterPage: { query: { page: '0' } },
  invalidParameterLimit: { query: { limit: '1001' } },
  invalidParameterSortby: { query: { sortBy: 'colour' } },
  invalidParameterSortorder: { query: { sortOrder: 'up' } },
}

/** Errors of single operations. */
export const operationErrors: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  sendSms: {
    missingRequiredParameterSourceAddr: { body: { source_addr: undefined } },
    missingRequiredParameterMessage: { body: { message: undefined } },
    missingOrInvalidEncoding: { body: { encoding: 7 } },
    missingRecipients: { body: { recipients: [] } },
    recipientsExceedMaximumOf100000: { body: { recipients: Array(100_001).fill({}) } },
    destinationAddressMissing: { body: { recipients: [{ recipient_id: 1 }] } },
    missingRecipientId: { body: { recipients: [{ dest_addr: '255712345678' }] } },
    invalidRecipientId: { body: { recipients: [{ recipient_id: 'one', dest_addr: '255712345678' }] } },
    invalidMessage: { body: { message: '' } },
    invalidScheduleTime: { body: { schedule_time: 'tomorrow' } },
    scheduleTimeIsInThePast: { body: { schedule_time: '2020-01-31 08:00' } },
    invalidSenderId: { body: { source_addr: 'NOBODY' } },
    insufficientBalance: withoutCredit('SMS'),
    dailyLimitReached: atLimit({ messagesPerDay: 1 }),
  },
  listDeliveryReports: {
    missingRequiredParameterRequestIdOrDestAddr: { query: { request_id: undefined, dest_addr: undefined } },
  },
  requestSenderName: {
    invalidSenderIdFormat: { body: { senderid: 'much too long a name' } },
    invalidParameterSampleContent: { body: { sample_content: 7 } },
    senderIdAlreadyExists: { body: { senderid: 'INFO' } },
  },
  createTemplate: templateContent,
  updateTemplate: { ...templateContent, smsTemplateDoesNotExist: { params: { id: '999999' } } },
  deleteTemplate: { smsTemplateDoesNotExist: { params: { id: '999999' } } },
  listAddressBooks: { invalidParameterCreatedFrom: { query: { created_from: 'yesterday' } } },
  createAddressBook: {
    addressbookIsRequired: { body: { addressbook: '' } },
    customersAlreadyExists: afterSameRequest({}),
  },
  updateAddressBook: {
    addressbookIsRequired: { body: { addressbook: '' } },
    youDoNotHavePermissionToRenameTheDefaultGroup: async (stage) => ({
      params: { book: await defaultBook(stage) },
      body: { addressbook: 'Mine' },
    }),
    addressbookNotFound: { params: { book: '999999' } },
    defaultAlreadyExists: { body: { addressbook: 'Default' } },
  },
  deleteAddressBook: {
    youDoNotHavePermissionToDeleteTheDefaultGroup: async (stage) => ({ params: { book: await defaultBook(stage) } }),
    addressbookNotFound: { params: { book: '999999' } },
  },
  createContact: { ...contactFields, contactAlreadyExists: afterSameRequest({}) },
  updateContact: {
    ...contactFields,
    contactNotFound: { params: { contact: '999999' } },
    contactAlreadyExists: async ({ client }) => {
      await client.ask('POST', contacts, { mob_no: '255712999999' })
      return { body: { mob_no: '255712999999' } }
    },
  },
  deleteContact: { contactNotFound: { params: { contact: '999999' } } },
  deleteContacts: {
    contactsIdIsRequired: { body: { contacts_id: undefined } },
    contactNotFound: { body: { contacts_id: ['999999'] } },
  },
  sendAirtime: {
    destinationAddressMissing: { body: { dest_addr: '' } },
    invalidDestinationAddress: { body: { dest_addr: '0712' } },
    amountMissing: { body: { amount: undefined } },
    invalidAmount: { body: { amount: '1.234' } },
    missingOrInvalidReferenceId: { body: { reference_id: undefined } },
    invalidProductId: { body: { product_id: -1 } },
    referenceIdWasUsedWithAnotherTransfer: afterSameRequest({ body: { amount: '501' } }),
    insufficientBalance: withoutCredit('AIRTIME'),
  },
  getAirtimeStatus: {
    missingRequiredParameterTransactionId: { body: { transaction_id: undefined } },
    transactionNotFound: { body: { transaction_id: '999999' } },
  },
  getSmsCredit: { invalidParameterAppName: { query: { app_name: 'WEATHER' } } },
  getCreditBalance: {
    invalidParameterAppName: { query: { app_name: 'WEATHER' } },
    onlyOperatorsMayAskForOthers: { query: { user_id: '1' } },
    userNotFound: async ({ world }) => ({
      query: { user_id: '999999' },
      client: await newClient(world, { operator: true }),
    }),
  },
  requestPin: {
    applicationIdMissing: { body: { appId: '' } },
    phoneNumberMissing: { body: { msisdn: '' } },
    invalidPhoneNumber: { body: { msisdn: '0712' } },
    applicationNotFound: { body: { appId: 99 } },
    applicationIsInactive: withApp({ active: false }),
    placeholderNotFound: withApp({}, 'no place'),
    noChannelFound: async ({ world, client: { accountId } }) => {
      const senders = `/accounts/${accountId}/senders`
      for (const { id } of (await command(world, 'GET', senders)).body.data)
        await command(world, 'POST', `${senders}/${id}/deactivate`, {})
      return {}
    },
    '400 failedToSendSms': withoutCredit('OTP'),
    '429 failedToSendSms': async ({ world, client, ask }) => {
      await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, { numberHourMax: 1 })
      return { answer: await untilLimited(ask) }
    },
    pinIdNotFound: async ({ ask }) => ({ body: { pinId: (await ask()).body.data.pinId } }),
    pinTimeout: withEndedPin(sql`expires_at = created_at`),
    attemptsExceeded: withEndedPin(sql`attempts = attempts_max`),
    duplicatePin: withEndedPin(sql`verified_at = created_at`),
  },
  verifyPin: {
    pinIdMissing: { body: { pinId: '' } },
    pinMissing: { body: { pin: '' } },
    pinIdNotFound: { body: { pinId: 'no such id' } },
  },
  openCheckout: {
    missingRequiredParameterAmount: { query: { amount: undefined } },
    invalidAmount: { query: { amount: '0' } },
    invalidTransactionId: { query: { transaction_id: '' } },
    invalidMobileNumber: { query: { mobile: '0712' } },
    invalidParameterReferenceNumber: { query: { reference_number: 'a'.repeat(1_000) } },
    invalidParameterServiceSecureToken: { headers: { 'service-secure-token': 'a'.repeat(10_000) } },
    badRequest: { headers: { host: 'no host' } },
    transactionIdAlreadyUsed: afterSameRequest({ query: { amount: '1501' } }),
  },
  sendChatMessage: {
    missingRequiredParameterTo: { body: { to: '' } },
    invalidPhoneNumber: { body: { to: '0712' } },
    invalidParameterMessageType: { body: { message_type: 'smell' } },
    transactionIdWasUsedWithAnotherMessage: afterSameRequest({ body: { text: 'Something else' } }),
    templateRequired: async ({ world, client: { accountId } }) => {
      const settings = { services: ['whatsapp'], hasSessions: true, send: { url: 'http://127.0.0.1:9/' } }
      await command(world, 'PUT', `/providers/sessions-${accountId}`, {
        product: 'chat',
        kind: 'http',
        settings,
        accountId,
      })
      return {}
    },
    insufficientBalance: withoutCredit('CHAT'),
  },
}
