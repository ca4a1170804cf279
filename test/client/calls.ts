/** A call of the client for every operation of the API. */
import type { Ngoma } from 'ngoma/client'

const contact = { mob_no: '255712345678' }
const template = { sms_title: 'Welcome', message: 'Karibu' }

/** Calls by operation ID. */
export const calls: Readonly<Record<string, (ngoma: Ngoma) => Promise<unknown>>> = {
  sendSms: ({ sms }) => sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] }),
  listDeliveryReports: ({ sms }) => sms.reportsPage({ request_id: '7' }),
  listSenderNames: ({ senders }) => senders.page(),
  requestSenderName: ({ senders }) => senders.request({ senderid: 'MARKET' }),
  listTemplates: ({ templates }) => templates.page(),
  createTemplate: ({ templates }) => templates.create(template),
  updateTemplate: ({ templates }) => templates.update('7', template),
  deleteTemplate: ({ templates }) => templates.delete('7'),
  listAddressBooks: ({ books }) => books.page(),
  createAddressBook: ({ books }) => books.create({ addressbook: 'Friends' }),
  updateAddressBook: ({ books }) => books.update('7', { addressbook: 'Friends' }),
  deleteAddressBook: ({ books }) => books.delete('7'),
  listContacts: ({ contacts }) => contacts.page(),
  createContact: ({ contacts }) => contacts.create(contact),
  updateContact: ({ contacts }) => contacts.update('7', contact),
  deleteContact: ({ contacts }) => contacts.delete('7'),
  deleteContacts: ({ contacts }) => contacts.deleteMany({ contacts_id: ['7'] }),
  sendAirtime: ({ airtime }) => airtime.transfer({ dest_addr: '255712345678', amount: '500', reference_id: '7' }),
  getAirtimeStatus: ({ airtime }) => airtime.status({ transaction_id: '7' }),
  getCreditBalance: ({ credit }) => credit.balance('SMS'),
  getSmsCredit: ({ credit }) => credit.sms(),
  requestPin: ({ otp }) => otp.request({ appId: 1, msisdn: '255712345678' }),
  verifyPin: ({ otp }) => otp.verify({ pinId: '7', pin: '123456' }),
  openCheckout: ({ checkout }) => checkout.open({ amount: '500', reference_number: '7', transaction_id: '7' }),
  sendChatMessage: ({ chat }) =>
    chat.send({ from: 'SHOP', to: '255712345678', channel: 'whatsapp', message_type: 'text', text: 'Hello' }),
  listChatUsers: ({ chat }) => chat.activeUsersPage(),
}
