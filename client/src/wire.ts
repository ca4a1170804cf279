// Generated from /openapi.json by client/generate.ts (npm run generate:client). To change it, change the schemas of the modules.

/** Part of several answers. */
export interface Pagination {
  totalItems: number
  currentPage: number
  pageSize: number
  totalPages: number
  /** first of at most ten pages around the current one */
  startPage: number
  /** last of these pages */
  endPage: number
  /** position of the first item on the page, from 0 */
  startIndex: number
  /** position of the last item on the page */
  endIndex: number
  pages: number[]
}

/** List address books: the query. */
export interface ListAddressBooksQuery {
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** items on a page, 1 to 1,000; defaults to 10 */
  limit?: number | undefined
  /** defaults to created */
  sortBy?: 'id' | 'addressbook' | 'description' | 'contacts_count' | 'created' | undefined
  /** defaults to desc for created, and to asc for other fields */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** part of a name, ignoring case */
  q?: string | undefined
  /** your own account id lists the address books of your sub-accounts (resellers); any other id returns an empty list */
  parent_vendor_id?: string | undefined
  /** ISO date: created on or after this day */
  created_from?: string | undefined
  /** ISO date: created on or before this day */
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
    /** the id of the sub-account; only with parent_vendor_id */
    vendor_id?: string
  }[]
  pagination: Pagination
}

/** Create an address book: the body. */
export interface CreateAddressBookBody {
  /** the name, up to 100 characters */
  addressbook: string
  description?: string | undefined
}

/** Create an address book: the answer. AddressBook Added Successfully */
export interface CreateAddressBookAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the string true */
    status: string
  }
}

/** Change an address book: the body. */
export interface UpdateAddressBookBody {
  /** the name, up to 100 characters */
  addressbook?: string | undefined
  description?: string | undefined
}

/** Change an address book: the answer. AddressBook Updated Successfully */
export interface UpdateAddressBookAnswer {
  data: {
    /** digits */
    id: string
    message: string
    /** the string true */
    status: string
  }
}

/** Delete an address book: the answer. AddressBook Deleted successfully */
export interface DeleteAddressBookAnswer {
  data: {
    message: string
    /** the string true */
    status: string
  }
}

/** List contacts: the query. */
export interface ListContactsQuery {
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** items on a page, 1 to 1,000; defaults to 10 */
  limit?: number | undefined
  /** defaults to created */
  sortBy?: 'id' | 'mob_no' | 'first_name' | 'last_name' | 'created' | undefined
  /** defaults to desc for created, and to asc for other fields */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** only contacts of the address book with this id */
  addressbook_id?: string | undefined
  /** part of a name or number, ignoring case */
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
    /** the address books of the contact; defaults to Default */
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
  /** the address books of the contact; defaults to Default */
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
    /** the string true */
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
    /** the string true */
    status: string
  }
}

/** Update a contact: the body. */
export interface UpdateContactBody {
  /** primary mobile number: digits only, with country code */
  mob_no?: string | undefined
  /** secondary mobile number */
  mob_no2?: string | undefined
  /** the address books of the contact; defaults to Default */
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
    /** the string true */
    status: string
  }
}

/** Delete a contact: the query. */
export interface DeleteContactQuery {
  /** removes the contact only from the address book with this id */
  addressbook_id?: string | undefined
}

/** Delete a contact: the answer. Contacts Deleted Successfully */
export interface DeleteContactAnswer {
  data: {
    message: string
    /** the string true */
    status: string
  }
}

/** Check the credit balance: the query. */
export interface GetCreditBalanceQuery {
  /** the product */
  app_name: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS' | 'BPAY'
  /** the id of another account; only for operators */
  user_id?: string | undefined
  /** a two-letter ISO 3166-1 code; defaults to the account's own. For any other country the amounts are zero */
  country?: string | undefined
  /** a three-letter ISO 4217 code; defaults to the account's own. For any other currency the amounts are zero */
  currency?: string | undefined
}

/** Check the credit balance: the answer. The balance. */
export interface GetCreditBalanceAnswer {
  data: {
    /** the credit that can be spent, without the amount held for pending messages, with four decimal places */
    credit_bal: string
    /** the level below which reminders are sent, with four decimal places */
    credit_level: string
    /** whether reminders are sent by SMS */
    sms_reminder: boolean
    /** whether reminders are sent by email */
    email_reminder: boolean
    /** whether credit_bal may fall below zero */
    allow_postpaid_limit: boolean
    /** the overdraft limit, with four decimal places */
    postpaid_limit: string
    /** for chat: the end of the newest session, 24 hours after the person's last message, in ISO 8601; empty when none is open */
    chat_session_expiry: string
  }
}

/** Check the SMS credit: the query. */
export interface GetSmsCreditQuery {
  /** the product; defaults to SMS */
  app_name?: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS' | 'BPAY' | undefined
}

/** Check the SMS credit: the answer. The credit balance. */
export interface GetSmsCreditAnswer {
  data: {
    credit_balance: number
    /** the same value; only with app_name */
    credit_bal?: number
  }
}

/** Send an SMS: the body. */
export interface SendSmsBody {
  /** sender ID, active on the account */
  source_addr: string
  /** the text of the message */
  message: string
  /** 0: GSM 03.38, 8: UCS-2 */
  encoding: 0 | 8
  /** at most 100,000 by default */
  recipients: readonly {
    /** unique reference of this recipient within the request, up to 64 digits; may be a string of digits */
    recipient_id: number
    /** international format, no leading + */
    dest_addr: string
  }[]
  /** yyyy-mm-dd hh:mm in GMT+0; empty to send now */
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

/** List delivery reports: the query. */
export interface ListDeliveryReportsQuery {
  /** the request_id of a send */
  request_id?: string | undefined
  /** the phone number of a recipient */
  dest_addr?: string | undefined
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** reports on a page, 1 to 1,000; defaults to 1,000 */
  limit?: number | undefined
}

/** List delivery reports: the answer. Up to 1,000 delivery reports. Use page and limit for more. */
export type ListDeliveryReportsAnswer = {
  dest_addr: string
  status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED'
  /** digits */
  request_id: string
}[]

/** Send airtime: the body. */
export interface SendAirtimeBody {
  /** in international format, without + */
  dest_addr: string
  /** a decimal greater than 0 with at most 2 decimal places */
  amount: string
  /** your own unique reference for each transfer */
  reference_id: string
  /** the product, if the provider has several */
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

/** Open a checkout session: the query. */
export interface OpenCheckoutQuery {
  /** a decimal greater than 0 with at most 2 decimal places */
  amount: string
  /** the subject of the payment, shown to the payer */
  reference_number: string
  /** your own unique id; repeating it with the same values returns the same page */
  transaction_id: string
  /** the payer's phone number, in international format, without + */
  mobile?: string | undefined
  /** true: returns the page address in the body with status 200 instead of a redirect */
  sendSource?: string | undefined
}

/** Open a checkout session: the answer. The address of the payment page, with sendSource=true. */
export interface OpenCheckoutAnswer {
  /** the address of the payment page */
  src: string
}

/** Send a chat message: the body. */
export interface SendChatMessageBody {
  /** the name or number of the business on the channel */
  from: string
  /** the phone number of the person, in international format, without + */
  to: string
  /** for example whatsapp, telegram or messenger; staging simulates every channel */
  channel: string
  message_type: 'text' | 'image' | 'document' | 'video' | 'audio' | 'location' | 'template' | 'interactive'
  /** required when message_type is text: a string, or an object with a text */
  text?: string | {
    text: string
  } | undefined
  /** required when message_type is image */
  image?: {
    /** starts with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is document */
  document?: {
    /** starts with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is video */
  video?: {
    /** starts with https://, at most 2,048 characters */
    url: string
    caption?: string | undefined
    filename?: string | undefined
  } | undefined
  /** required when message_type is audio */
  audio?: {
    /** starts with https://, at most 2,048 characters */
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
  /** required when message_type is template */
  template?: {
    name: string
    /** for example en or sw */
    language: string
    /** the parameters of the template, in the form of the service; at most 16,384 characters of JSON */
    components?: readonly Record<string, unknown>[] | undefined
  } | undefined
  /** required when message_type is interactive: buttons or a list, in the form of the service; at most 16,384 characters of JSON */
  interactive?: Record<string, unknown> | undefined
  /** also receives the replies, in addition to the chat endpoints of the account */
  callback_url?: string | undefined
  /** your own unique id for each message */
  transaction_id?: string | undefined
}

/** Send a chat message: the answer. The message is accepted, and its credit is held. */
export interface SendChatMessageAnswer {
  message: string
}

/** List people who wrote within the last 24 hours: the query. */
export interface ListChatUsersQuery {
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** items on a page, 1 to 1,000; defaults to 10 */
  limit?: number | undefined
}

/** List people who wrote within the last 24 hours: the answer. A page of people. */
export interface ListChatUsersAnswer {
  data: {
    /** the phone number of the person */
    from: string
    channel: string
    last_message_at: string
  }[]
  pagination: Pagination
}

/** Request a PIN: the body. */
export interface RequestPinBody {
  /** the number of an application; a new account has application 1. Required without pinId */
  appId?: number | string | undefined
  /** in international format, without +. Required without pinId */
  msisdn?: string | undefined
  /** of the message, such as sw; by default that of the application */
  language?: string | undefined
  /** sends this PIN again, where the application allows it; appId and msisdn are then optional */
  pinId?: string | undefined
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

/** List sender names: the query. */
export interface ListSenderNamesQuery {
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** items on a page, 1 to 1,000; defaults to 10 */
  limit?: number | undefined
  /** defaults to created */
  sortBy?: 'id' | 'senderid' | 'sample_content' | 'status' | 'created' | undefined
  /** defaults to desc for created, and to asc for other fields */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** part of senderid, ignoring case */
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
  /** up to 11 letters, digits, spaces and GSM punctuation marks, or a number of up to 20 digits */
  senderid: string
  /** a sample of the messages you plan to send, at most 1,000 characters */
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

/** List SMS templates: the query. */
export interface ListTemplatesQuery {
  /** starts at 1; defaults to 1 */
  page?: number | undefined
  /** items on a page, 1 to 1,000; defaults to 10 */
  limit?: number | undefined
  /** defaults to created */
  sortBy?: 'id' | 'sms_title' | 'message' | 'created' | undefined
  /** defaults to desc for created, and to asc for other fields */
  sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined
  /** part of the title, ignoring case */
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

/** A message reached its final status. */
export interface DeliveryReportCallback {
  /** the request_id of the send */
  request_id: string
  /** the recipient_id of the send; a string if it exceeds 2^53, is not an integer (lenient credentials only), or the endpoint has string ids */
  recipient_id: number | string
  /** in international format, without + */
  dest_addr: string
  status: 'DELIVERED' | 'UNDELIVERED'
  /** the same value as status: clients read either */
  Status: 'DELIVERED' | 'UNDELIVERED'
  /** the reason code of a message that was not delivered */
  reason?: string
  /** the reason as a sentence */
  reason_text?: string
}

/** An SMS was received. */
export interface InboundSmsCallback {
  /** in international format, without + */
  from: string
  /** the recipient: one of your numbers, or your name on the channel */
  to: string
  /** sms, or the chat channel */
  channel: string
  timeUTC: string
  /** for SMS, the id of the message; for chat, the id of the answered message, empty if it had none */
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
  /** the recipient: one of your numbers, or your name on the channel */
  to: string
  /** sms, or the chat channel */
  channel: string
  timeUTC: string
  /** for SMS, the id of the message; for chat, the id of the answered message, empty if it had none */
  transaction_id: string
  message: {
    /** the text, caption, or title of the pressed button; otherwise empty */
    text: string
    /** of an image, document, video, audio or sticker */
    media?: {
      /** for GET /v1/chatapi/media/{id} */
      id: string
      mime_type: string
      size?: number
      filename?: string
    }
    location?: {
      latitude: number
      longitude: number
      name?: string
      address?: string
    }
    contacts?: {
      name: string
      phones: string[]
    }[]
    reply?: {
      /** the id or payload of the pressed button or chosen entry */
      id: string
      text: string
    }
  }
  /** the same as message.text */
  text: string
  /** text, image, document, video, audio, sticker, location, contacts, reply or unsupported */
  message_type: string
}

/** The state of a chat message changed. */
export interface ChatStatusCallback {
  /** your name or number on the channel */
  from: string
  /** in international format, without + */
  to: string
  channel: string
  /** the id of the message, empty if it had none */
  transaction_id: string
  /** unknown: the channel never told whether it got the message; it was not charged */
  status: 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'
  timestamp: string
  /** our id of the message */
  message_id: string
  /** the same value as to: clients read either */
  destination: string
  /** the reason code of a message that failed */
  reason?: string
}

/** An airtime transfer was completed or failed. */
export interface AirtimeEndedCallback {
  /** 100 for success, 101 for failure */
  code: 100 | 101
  message: string
  args: {
    timestamp: string
    transaction_id: string
    /** exactly as it was sent */
    amount: string
    /** in international format, without + */
    dest_addr: string
    reference_id: string
  }
  timestamp?: string
  transaction_id?: string
  amount?: number
  /** in international format, without + */
  dest_addr?: string
  reference_id?: string
}

/** A payment was completed or failed. */
export interface CheckoutEndedCallback {
  /** exactly as it was requested */
  amount: string
  referenceNumber: string
  status: 'success' | 'failed'
  timestamp: string
  transactionID: string
  /** the payer's phone number; empty when unknown */
  msisdn: string
}
