// Written by client/generate.ts from /openapi.json: npm run generate:client. Changes belong into the schemas of the modules.

/** Stands in several answers. */
export interface Pagination {
  totalItems: number
  currentPage: number
  pageSize: number
  totalPages: number
  /** first of at most ten pages around the current one */
  startPage: number
  /** last of them */
  endPage: number
  /** position of the first item on the page, from 0 */
  startIndex: number
  /** position of the last */
  endIndex: number
  pages: number[]
}

/** Send an SMS: the body. */
export interface SendSmsBody {
  /** sender ID, active on the account */
  source_addr: string
  /** the text */
  message: string
  /** 0: GSM 03.38, 8: UCS-2 */
  encoding: 0 | 8
  /** at most 100,000 unless the server is set up for more */
  recipients: readonly {
    /** unique reference for this recipient within the request, of up to 64 digits; may be a string of digits */
    recipient_id: number
    /** international format, no leading + */
    dest_addr: string
  }[]
  /** yyyy-mm-dd hh:mm, GMT+0; empty: now */
  schedule_time?: string | undefined
  job_name?: string | undefined
  campaign_title?: string | undefined
}

/** Send an SMS: the answer. Accepted, or code 101 when no recipient is valid. */
export interface SendSmsAnswer {
  successful: boolean
  /** digits; lenient credentials get a number */
  request_id: string
  code: number
  message: string
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  total_validated: number
}

/** List delivery reports: what is asked for. */
export interface ListDeliveryReportsQuery {
  /** of a send */
  request_id?: string | undefined
  /** a number that was sent to */
  dest_addr?: string | undefined
  /** from 1; 1 when left out */
  page?: number | undefined
  /** reports on a page, 1 to 1,000; 1,000 when left out */
  limit?: number | undefined
}

/** List delivery reports: the answer. Up to 1,000 delivery reports. Use page and limit for more. */
export type ListDeliveryReportsAnswer = {
  dest_addr: string
  status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED'
  /** digits */
  request_id: string
}[]

/** List SMS templates: what is asked for. */
export interface ListTemplatesQuery {
  /** from 1; 1 when left out */
  page?: number | undefined
  /** items on a page, 1 to 1,000; 10 when left out */
  limit?: number | undefined
  /** created when left out */
  sortBy?: 'id' | 'sms_title' | 'message' | 'created' | undefined
  /** newest first when left out, by other fields the smallest first */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** somewhere in the title, in upper or lower case */
  q?: string | undefined
}

/** List SMS templates: the answer. A page of templates. */
export interface ListTemplatesAnswer {
  data: {
    /** digits */
    id: string
    sms_title: string
    message: string
    /** ISO 8601 with milliseconds and Z */
    created: string
  }[]
  pagination: Pagination
}

/** Create an SMS template: the body. */
export interface CreateTemplateBody {
  /** at most 100 characters */
  sms_title: string
  /** may have placeholders such as {first_name} */
  message: string
}

/** Create an SMS template: the answer. The created template. */
export interface CreateTemplateAnswer {
  data: {
    /** digits */
    id: string
    sms_title: string
    message: string
    /** ISO 8601 with milliseconds and Z */
    created: string
  }
}

/** Change an SMS template: the body. */
export interface UpdateTemplateBody {
  /** at most 100 characters */
  sms_title?: string | undefined
  /** may have placeholders such as {first_name} */
  message?: string | undefined
}

/** Change an SMS template: the answer. The changed template. */
export interface UpdateTemplateAnswer {
  data: {
    /** digits */
    id: string
    sms_title: string
    message: string
    /** ISO 8601 with milliseconds and Z */
    created: string
  }
}

/** Delete an SMS template: the answer. The template is deleted: code 128. */
export interface DeleteTemplateAnswer {
  code: number
  message: string
}

/** List sender names: what is asked for. */
export interface ListSenderNamesQuery {
  /** from 1; 1 when left out */
  page?: number | undefined
  /** items on a page, 1 to 1,000; 10 when left out */
  limit?: number | undefined
  /** created when left out */
  sortBy?: 'id' | 'senderid' | 'sample_content' | 'status' | 'created' | undefined
  /** newest first when left out, by other fields the smallest first */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** a part of senderid, in capitals or not */
  q?: string | undefined
  /** pending, active, rejected or inactive */
  status?: string | undefined
}

/** List sender names: the answer. A page of sender names. */
export interface ListSenderNamesAnswer {
  data: {
    /** digits */
    id: string
    senderid: string
    sample_content: string
    status: 'pending' | 'active' | 'rejected' | 'inactive'
    /** ISO 8601 with milliseconds and Z */
    created: string
  }[]
  pagination: Pagination
}

/** Request a sender name: the body. */
export interface RequestSenderNameBody {
  /** up to 11 letters, digits, spaces and signs of the GSM alphabet, or a number of up to 20 digits */
  senderid: string
  /** what will be sent with it, at most 1,000 characters */
  sample_content?: string | undefined
}

/** Request a sender name: the answer. The requested sender name. */
export interface RequestSenderNameAnswer {
  data: {
    /** digits */
    id: string
    senderid: string
    sample_content: string
    status: 'pending' | 'active' | 'rejected' | 'inactive'
    /** ISO 8601 with milliseconds and Z */
    created: string
  }
}

/** Open a checkout session: what is asked for. */
export interface OpenCheckoutQuery {
  /** a decimal above 0 with at most 2 places */
  amount: string
  /** what is paid; the payer sees it */
  reference_number: string
  /** the client's own; the same one with the same values leads to the same page */
  transaction_id: string
  /** the payer's number, in international format without + */
  mobile?: string | undefined
  /** true: the page's address comes in the body, with 200 */
  sendSource?: string | undefined
}

/** Open a checkout session: the answer. The address of the payment page, with sendSource=true. */
export interface OpenCheckoutAnswer {
  /** the page's address */
  src: string
}

/** Send a chat message: the body. */
export interface SendChatMessageBody {
  /** the business's name or number on the channel */
  from: string
  /** the person's number, in international format, without + */
  to: string
  /** such as whatsapp, telegram or messenger; in staging any is simulated */
  channel: string
  message_type: 'text' | 'image' | 'document' | 'video' | 'audio' | 'location'
  /** required when message_type is text: the text itself, or an object with it */
  text?: string | {
    text: string
  } | undefined
  /** required when message_type is image */
  image?: {
    /** begins with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is document */
  document?: {
    /** begins with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is video */
  video?: {
    /** begins with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is audio */
  audio?: {
    /** begins with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is location */
  location?: {
    latitude: number
    longitude: number
    name?: string | undefined
    address?: string | undefined
  } | undefined
  /** where replies are told, beside the chat endpoints of the account */
  callback_url?: string | undefined
  /** your own, another one for every message */
  transaction_id?: string | undefined
}

/** Send a chat message: the answer. The message is accepted, and its credit is held. */
export interface SendChatMessageAnswer {
  message: string
}

/** List people who wrote within the last 24 hours: what is asked for. */
export interface ListChatUsersQuery {
  /** from 1; 1 when left out */
  page?: number | undefined
  /** items on a page, 1 to 1,000; 10 when left out */
  limit?: number | undefined
}

/** List people who wrote within the last 24 hours: the answer. A page of people. */
export interface ListChatUsersAnswer {
  data: {
    /** the person's number */
    from: string
    channel: string
    last_message_at: string
  }[]
  pagination: Pagination
}

/** List address books: what is asked for. */
export interface ListAddressBooksQuery {
  /** from 1; 1 when left out */
  page?: number | undefined
  /** items on a page, 1 to 1,000; 10 when left out */
  limit?: number | undefined
  /** created when left out */
  sortBy?: 'id' | 'addressbook' | 'description' | 'contacts_count' | 'created' | undefined
  /** newest first when left out, by other fields the smallest first */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** part of a name, whatever its case */
  q?: string | undefined
  /** your own account id lists the books of your sub-accounts (resellers); any other id lists nothing */
  parent_vendor_id?: string | undefined
  /** ISO date: created on or after it */
  created_from?: string | undefined
  /** ISO date: created on or before it */
  created_to?: string | undefined
}

/** List address books: the answer. A page of address books. */
export interface ListAddressBooksAnswer {
  data: {
    /** digits */
    id: string
    addressbook: string
    description: string
    contacts_count: number
    /** ISO 8601 with milliseconds and Z */
    created: string
    /** the sub-account it belongs to; only with parent_vendor_id */
    vendor_id?: string
  }[]
  pagination: Pagination
}

/** Create an address book: the body. */
export interface CreateAddressBookBody {
  /** its name, up to 100 characters */
  addressbook: string
  description?: string | undefined
}

/** Create an address book: the answer. AddressBook Added Successfully */
export interface CreateAddressBookAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the text true */
    status: string
  }
}

/** Change an address book: the body. */
export interface UpdateAddressBookBody {
  /** its name, up to 100 characters */
  addressbook?: string | undefined
  description?: string | undefined
}

/** Change an address book: the answer. AddressBook Updated Successfully */
export interface UpdateAddressBookAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the text true */
    status: string
  }
}

/** Delete an address book: the answer. AddressBook Deleted successfully */
export interface DeleteAddressBookAnswer {
  data: {
    message: string
    /** the text true */
    status: string
  }
}

/** List contacts: what is asked for. */
export interface ListContactsQuery {
  /** from 1; 1 when left out */
  page?: number | undefined
  /** items on a page, 1 to 1,000; 10 when left out */
  limit?: number | undefined
  /** created when left out */
  sortBy?: 'id' | 'mob_no' | 'first_name' | 'last_name' | 'created' | undefined
  /** newest first when left out, by other fields the smallest first */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** of this book alone, by its id */
  addressbook_id?: string | undefined
  /** part of a name or number, whatever its case */
  q?: string | undefined
}

/** List contacts: the answer. A page of contacts. */
export interface ListContactsAnswer {
  data: {
    /** digits */
    id: string
    /** primary mobile number: digits only, with country code */
    mob_no: string
    /** secondary mobile number */
    mob_no2: string
    /** the address books it belongs to; Default when there are none */
    addressbook_id: string[]
    /** salutation, up to 32 characters */
    title: string
    first_name: string
    last_name: string
    /** up to 32 characters */
    gender: string
    /** one address, or several separated by commas */
    email: string
    address_country: string
    address_city: string
    address_area: string
    /** YYYY-MM-DD */
    dob: string
    /** first_name */
    fname: string
    /** last_name */
    lname: string
    /** address_country */
    country: string
    /** address_city */
    city: string
    /** address_area */
    area: string
    /** dob */
    birth_date: string
    /** ISO 8601 with milliseconds and Z */
    created: string
  }[]
  pagination: Pagination
}

/** Create a contact: the body. */
export interface CreateContactBody {
  /** primary mobile number: digits only, with country code */
  mob_no: string
  /** secondary mobile number */
  mob_no2?: string | undefined
  /** the address books it belongs to; Default when there are none */
  addressbook_id?: readonly string[] | undefined
  /** salutation, up to 32 characters */
  title?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  /** up to 32 characters */
  gender?: string | undefined
  /** one address, or several separated by commas */
  email?: string | undefined
  address_country?: string | undefined
  address_city?: string | undefined
  address_area?: string | undefined
  /** YYYY-MM-DD */
  dob?: string | undefined
  /** first_name */
  fname?: string | undefined
  /** last_name */
  lname?: string | undefined
  /** address_country */
  country?: string | undefined
  /** address_city */
  city?: string | undefined
  /** address_area */
  area?: string | undefined
  /** dob */
  birth_date?: string | undefined
}

/** Create a contact: the answer. Contact added successfully */
export interface CreateContactAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the text true */
    status: string
  }
}

/** Delete several contacts: the body. */
export interface DeleteContactsBody {
  contacts_id: readonly string[]
  addressbook_id?: readonly string[] | undefined
}

/** Delete several contacts: the answer. Contacts Deleted Successfully */
export interface DeleteContactsAnswer {
  data: {
    message: string
    /** the text true */
    status: string
  }
}

/** Update a contact: the body. */
export interface UpdateContactBody {
  /** primary mobile number: digits only, with country code */
  mob_no?: string | undefined
  /** secondary mobile number */
  mob_no2?: string | undefined
  /** the address books it belongs to; Default when there are none */
  addressbook_id?: readonly string[] | undefined
  /** salutation, up to 32 characters */
  title?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  /** up to 32 characters */
  gender?: string | undefined
  /** one address, or several separated by commas */
  email?: string | undefined
  address_country?: string | undefined
  address_city?: string | undefined
  address_area?: string | undefined
  /** YYYY-MM-DD */
  dob?: string | undefined
  /** first_name */
  fname?: string | undefined
  /** last_name */
  lname?: string | undefined
  /** address_country */
  country?: string | undefined
  /** address_city */
  city?: string | undefined
  /** address_area */
  area?: string | undefined
  /** dob */
  birth_date?: string | undefined
}

/** Update a contact: the answer. Contact Updated Successfully */
export interface UpdateContactAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the text true */
    status: string
  }
}

/** Delete a contact: what is asked for. */
export interface DeleteContactQuery {
  /** out of this book alone, by its id */
  addressbook_id?: string | undefined
}

/** Delete a contact: the answer. Contacts Deleted Successfully */
export interface DeleteContactAnswer {
  data: {
    message: string
    /** the text true */
    status: string
  }
}

/** Check the credit balance: what is asked for. */
export interface GetCreditBalanceQuery {
  /** the product */
  app_name: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS' | 'BPAY'
  /** another account, by its id; for operators only */
  user_id?: string | undefined
  /** an ISO 3166-1 code of two letters; the account's own when left out, and the amounts in any other are zero */
  country?: string | undefined
  /** an ISO 4217 code of three letters; the account's own when left out, and the amounts in any other are zero */
  currency?: string | undefined
}

/** Check the credit balance: the answer. The balance. */
export interface GetCreditBalanceAnswer {
  data: {
    /** what can be spent: what is set aside for messages on their way is taken off, with four decimals */
    credit_bal: string
    /** below it reminders go out, with four decimals */
    credit_level: string
    /** they go out by SMS */
    sms_reminder: boolean
    /** they go out by e-mail */
    email_reminder: boolean
    /** credit_bal may go below zero */
    allow_postpaid_limit: boolean
    /** how far it may then, with four decimals */
    postpaid_limit: string
    /** of chat: when the newest session ends, 24 hours after the person last wrote; an ISO time, empty when none is open */
    chat_session_expiry: string
  }
}

/** Check the SMS credit: what is asked for. */
export interface GetSmsCreditQuery {
  /** the product; SMS when left out */
  app_name?: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS' | 'BPAY' | undefined
}

/** Check the SMS credit: the answer. The credit balance. */
export interface GetSmsCreditAnswer {
  data: {
    credit_balance: number
    /** the same; only with app_name */
    credit_bal?: number
  }
}

/** Send airtime: the body. */
export interface SendAirtimeBody {
  /** in international format, without + */
  dest_addr: string
  /** a decimal above 0 with at most 2 places */
  amount: string
  /** your own, another one for every transfer */
  reference_id: string
  /** which product of the provider, where it has several */
  product_id?: number | undefined
}

/** Send airtime: the answer. The transfer is accepted, and its credit is held. */
export interface SendAirtimeAnswer {
  code: number
  /** digits */
  transaction_id: string
  message: string
}

/** Check an airtime transfer: the body. */
export interface GetAirtimeStatusBody {
  transaction_id: string
}

/** Check an airtime transfer: the answer. The status of the transfer. */
export interface GetAirtimeStatusAnswer {
  code: number
  message: string
  args: {
    timestamp: string
    /** digits */
    transaction_id: string
    amount: string
    dest_addr: string
    reference_id: string
  }
}

/** Request a PIN: the body. */
export interface RequestPinBody {
  /** the number of an application; a new account has application 1 */
  appId: number | string
  /** in international format, without + */
  msisdn: string
}

/** Request a PIN: the answer. The PIN is being sent. */
export interface RequestPinAnswer {
  data: {
    pinId: string
    message: {
      code: number
      message: string
    }
    pinExpiryTimeInMinutes: number
    expiresInSeconds: number
  }
}

/** Verify a PIN: the body. */
export interface VerifyPinBody {
  pinId: string
  pin: string
}

/** Verify a PIN: the answer. 117 correct; 114 incorrect, 115 expired, 116 too many attempts, 118 already verified. */
export interface VerifyPinAnswer {
  data: {
    message: {
      code: number
      message: string
    }
  }
}

/** A message reached its final status. */
export interface DeliveryReportCallback {
  /** of the send */
  request_id: string
  /** the one of the send; a string if it is beyond 2^53, or not an integer (lenient credentials only) */
  recipient_id: number | string
  /** in international format, without + */
  dest_addr: string
  status: 'DELIVERED' | 'UNDELIVERED'
  /** the same once more: clients read either */
  Status: 'DELIVERED' | 'UNDELIVERED'
  /** why it was not delivered, as a code; only when it was not */
  reason?: string
  /** the same in words */
  reason_text?: string
}

/** An SMS was received. */
export interface InboundSmsCallback {
  /** in international format, without + */
  from: string
  /** what they wrote to: a number of yours, or your name on the channel */
  to: string
  /** sms, or the channel of the chat */
  channel: string
  timeUTC: string
  /** of an SMS its own; of a chat that of the message which was answered, empty when it had none */
  transaction_id: string
  message: {
    text: string
    /** always an empty object, for compatibility */
    media: Record<string, unknown>
    /** always an empty object, for compatibility */
    custom: Record<string, unknown>
  }
  /** always an empty object, for compatibility */
  billing: Record<string, unknown>
}

/** A chat message was received. */
export interface ChatMessageCallback {
  /** in international format, without + */
  from: string
  /** what they wrote to: a number of yours, or your name on the channel */
  to: string
  /** sms, or the channel of the chat */
  channel: string
  timeUTC: string
  /** of an SMS its own; of a chat that of the message which was answered, empty when it had none */
  transaction_id: string
  message: {
    text: string
  }
  /** the same once more */
  text: string
  /** text: incoming messages have no other type yet */
  message_type: string
}

/** An airtime transfer was completed or failed. */
export interface AirtimeEndedCallback {
  /** 100 successful, 101 failed */
  code: 100 | 101
  message: string
  args: {
    timestamp: string
    transaction_id: string
    /** as it was sent */
    amount: string
    /** in international format, without + */
    dest_addr: string
    reference_id: string
  }
  timestamp?: string
  transaction_id?: string
  /** as it was sent */
  amount?: string
  /** in international format, without + */
  dest_addr?: string
  reference_id?: string
}

/** A payment was completed or failed. */
export interface CheckoutEndedCallback {
  /** as it was asked for */
  amount: string
  referenceNumber: string
  status: 'success' | 'failed'
  timestamp: string
  transactionID: string
  /** the payer's number; empty when nobody said it */
  msisdn: string
}
