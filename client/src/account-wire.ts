// Generated from /openapi.json by client/generate.ts (npm run generate:client). To change it, change the schemas of the modules.

/** Part of several answers. */
export interface Audience {
  book_ids: number[]
  segment_ids: number[]
  contact_ids: number[]
  exclude: Exclude
}

/** Part of several answers. */
export interface Exclude {
  book_ids: number[]
  segment_ids: number[]
  numbers: string[]
}

/** Part of several answers. */
export interface Progress {
  recipients: number
  processed: number
  queued: number
  invalid: number
  duplicates: number
  opted_out: number
  do_not_disturb: number
  no_consent: number
  pending: number
}

/** Part of several answers. */
export interface Results {
  sent: number
  delivered: number
  failed: number
  cancelled: number
  replies: number
  replied: number
  opt_outs: number
  clicks: number
  clicked: number
  price: string
}

/** Part of several answers. */
export interface Filter {
  /** whether all conditions or any of them must hold */
  match: 'all' | 'any'
  /** such as {"field":"city","op":"eq","value":"Arusha"}, {"book":1,"op":"in"} or {"replied":false,"days":30} */
  conditions: ({
    field: string
    op: 'eq' | 'neq' | 'contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'set' | 'not_set'
    value?: string | number
  } | {
    book: number
    op: 'in' | 'not_in'
  } | {
    last_message: 'before' | 'after' | 'never'
    days?: number
    at?: string
  } | {
    replied: boolean
    days?: number
  } | {
    clicked: boolean
    days?: number
  })[]
}

/** An error, as RFC 9457 defines it. */
export interface Problem {
  /** the path of the page that describes the code */
  type: string
  /** the name of the status */
  title: string
  status: number
  /** describes the error to a person; may change */
  detail: string
  /** identifies the error to a program; never changes */
  code: 'invalid_request' | 'invalid_parameter' | 'not_authenticated' | 'cross_site' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'conflict' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'internal_error' | 'unavailable' | 'scope_missing' | 'account_not_named' | 'account_not_found' | 'account_mismatch' | 'account_suspended' | 'two_factor_required' | 'proof_required' | 'invalid_idempotency_key' | 'idempotency_key_reused' | 'request_in_progress' | 'secret_shown_once' | 'invalid_phone' | 'invalid_file' | 'no_valid_rows' | 'insufficient_balance' | 'daily_limit_reached' | 'queue_too_old' | 'too_many_exports' | 'no_route' | 'invalid_content' | 'invalid_message' | 'invalid_binary' | 'unknown_placeholder' | 'missing_recipients' | 'too_many_recipients' | 'invalid_sender' | 'unknown_sender' | 'sender_inactive' | 'sender_exists' | 'invalid_time' | 'time_in_past' | 'invalid_send_window' | 'send_window_closed' | 'send_window_too_late' | 'invalid_callback_url' | 'nothing_to_resend' | 'already_resent' | 'text_removed' | 'message_not_found' | 'request_not_found' | 'campaign_not_found' | 'campaign_started' | 'campaign_state' | 'campaign_without_audience' | 'too_many_campaigns' | 'not_in_audience' | 'invalid_zone' | 'invalid_link' | 'too_many_links' | 'links_unavailable' | 'links_need_campaign' | 'template_not_found' | 'contact_not_found' | 'contact_exists' | 'book_not_found' | 'book_exists' | 'book_in_use' | 'default_book' | 'field_not_found' | 'field_exists' | 'field_key_taken' | 'field_being_removed' | 'too_many_fields' | 'field_in_use' | 'unknown_field' | 'invalid_field' | 'invalid_field_value' | 'segment_not_found' | 'segment_exists' | 'segment_incomplete' | 'segment_too_slow' | 'too_many_segments' | 'invalid_condition' | 'import_not_found' | 'import_ended' | 'import_cancelled' | 'optout_not_found' | 'url_not_allowed' | 'endpoint_not_found' | 'invalid_word' | 'endpoint_limit' | 'endpoint_disabled' | 'endpoint_of_messages' | 'event_not_found' | 'rotation_limit' | 'invalid_header' | 'headers_of_other_server' | 'balance_not_found' | 'reminder_phone_missing' | 'reference_used' | 'session_not_found' | 'conversation_not_found' | 'already_replied' | 'opted_out' | 'reply_sender_missing' | 'assignee_not_found' | 'chat_template_required' | 'media_not_found' | 'media_not_allowed' | 'media_unavailable' | 'app_not_found' | 'pin_placeholder_missing' | 'invalid_channels' | 'unknown_country' | 'block_not_found' | 'file_empty' | 'file_without_rows' | 'file_not_utf8' | 'file_is_spreadsheet' | 'column_missing' | 'phone_column_missing' | 'too_many_uploads' | 'invalid_amount' | 'invalid_reference' | 'nothing_to_replay'
  /** tells a person what to do next; may change */
  hint: string
  /** invalid fields or parameters */
  errors?: {
    field: string
    message: string
  }[]
}

/** Part of several answers. */
export interface Message {
  id: number
  request_id: number
  campaign: string | null
  tags: string[]
  reference: string | null
  recipient_id: string
  phone: string
  sender: string
  text: string
  format: 'flash' | 'binary' | null
  status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED'
  stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled'
  reason: string | null
  explanation: string | null
  carrier: string
  parts: number
  price: string
  attempts: number
  retry_at: string | null
  created_at: string
  due_at: string
  valid_until: string
  submitted_at: string | null
  done_at: string | null
}

/** Part of several answers. */
export interface SendRequest {
  id: number
  sender: string
  text: string
  format: 'flash' | 'binary' | null
  campaign: string | null
  tags: string[]
  reference: string | null
  parts: number
  created_at: string
  due_at: string
  valid_until: string
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
}

/** Part of several answers. */
export interface Campaign {
  id: number
  name: string
  status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'cancelled' | 'done'
  pause_reason: 'insufficient_balance' | 'daily_limit' | 'sender' | 'no_route' | 'audience' | 'settings' | 'error' | null
  pause_hint: string | null
  from: string
  text: string
  audience: Audience
  file: {
    name: string | null
    rows: number
    invalid: number
    columns: string[]
  } | null
  unique_links: boolean
  smart_encoding: boolean | null
  flash: boolean
  send_window: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null
  validity: number | null
  schedule: {
    /** a local time such as 2026-12-24T09:00 */
    at: string
    /** recipient, account (the country of the account), or a time zone such as Africa/Kinshasa */
    zone: string
  } | null
  pace: number | null
  reply_hours: number
  resend_of: number | null
  created_at: string
  starts_at: string | null
  ended_at: string | null
  progress: Progress
  results: Results
  currency: string
}

/** Part of several answers. */
export interface ScheduledRequest {
  id: number
  sender: string
  text: string
  format: 'flash' | 'binary' | null
  messages: number
  job_name: string | null
  campaign_title: string | null
  created_at: string
  due_at: string
  valid_until: string
  next_at: string
  state: 'scheduled' | 'waiting' | 'sending'
}

/** Part of several answers. */
export interface Sender {
  id: number
  sender: string
  sample_content: string
  status: 'pending' | 'active' | 'rejected' | 'inactive'
  reason: string | null
  created_at: string
  decided_at: string | null
}

/** Part of several answers. */
export interface Template {
  id: number
  title: string
  text: string
  placeholders: string[]
  encoding: 'gsm' | 'ucs2'
  parts: number
  created_at: string
}

/** Part of several answers. */
export interface Contact {
  id: number
  phone: string
  phone2: string
  title: string
  first_name: string
  last_name: string
  gender: string
  email: string
  country: string
  city: string
  area: string
  birth_date: string
  fields: Record<string, unknown>
  book_ids: number[]
  created_at: string
}

/** Part of several answers. */
export interface Book {
  id: number
  name: string
  description: string
  is_default: boolean
  contacts_count: number
  created_at: string
}

/** Part of several answers. */
export interface ContactField {
  id: number
  key: string
  name: string
  type: 'text' | 'number' | 'date' | 'choice'
  choices: string[]
  created_at: string
}

/** Part of several answers. */
export interface Segment {
  id: number
  name: string
  filter: Filter
  missing_book_ids: number[]
  created_at: string
}

/** Part of several answers. */
export interface Import {
  id: number
  book_id: number
  file_name: string
  status: 'uploading' | 'waiting' | 'done' | 'cancelled' | 'failed'
  reason: string | null
  columns: {
    column: string
    field: string | null
  }[]
  bytes: number
  rows_total: number
  rows_done: number
  added: number
  updated: number
  invalid: number
  created_at: string
  finished_at: string | null
}

/** Part of several answers. */
export interface InboundMessage {
  id: number
  account_id: number | null
  carrier: string
  phone: string
  number: string
  text: string
  text_removed: boolean
  kind: 'stop' | 'start' | 'help' | 'message'
  received_at: string
}

/** Part of several answers. */
export interface Conversation {
  id: number
  channel: string
  phone: string
  name: string
  from: string | null
  status: 'open' | 'closed'
  assignee: {
    id: string
    name: string
  } | null
  incoming: number
  unread: number | null
  replies: number
  last_at: string
  last_text: string
  last_direction: 'in' | 'out'
  opted_out: boolean
  session_until: string | null
  needs_template: boolean
  created_at: string
}

/** Part of several answers. */
export interface OptOut {
  phone: string
  source: 'stop' | 'api' | 'person' | 'import'
  created_at: string
}

/** Part of several answers. */
export interface Consent {
  id: number
  phone: string
  status: 'given' | 'withdrawn'
  source: string
  at: string
  text: string
  recorded_at: string
}

/** Part of several answers. */
export interface Webhook {
  id: number
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  url: string
  flat_args: boolean
  string_ids: boolean
  ad_hoc: boolean
  previous_until: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: 'gone' | 'failing' | 'by hand' | null
  created_at: string
  secret_unreadable: boolean
  headers: string[]
  headers_unreadable: boolean
  last_attempt: {
    at: string
    status: number | null
    problem: string | null
  } | null
}

/** Part of several answers. */
export interface Balance {
  product: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS'
  currency: string
  available: string
  held: string
  allow_postpaid: boolean
  postpaid_limit: string
  credit_level: string
  sms_reminder: boolean
  email_reminder: boolean
  reminder_phone: string
}

/** Part of several answers. */
export interface LedgerEntry {
  id: number
  at: string
  product: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS'
  currency: string
  kind: 'credit' | 'debit' | 'hold' | 'spend' | 'release'
  amount: string
  subject: string
  note: string
  actor: string
  balance: string | null
}

/** Part of several answers. */
export interface Price {
  id: number
  product: 'AIRTIME' | 'USSD' | 'SMS' | 'OTP' | 'CHAT' | 'BROADCAST' | 'EMG' | 'PAYMENTS' | 'CONVERSATIONS'
  account_id: number | null
  prefix: string
  currency: string
  amount: string
  valid_from: string
  created_at: string
}

/** Part of several answers. */
export interface Transfer {
  id: number
  account_id: number
  phone: string
  amount: string
  amount_text: string
  currency: string
  reference_id: string
  product_id: number | null
  provider: string
  provider_reference: string | null
  state: 'accepted' | 'submitted' | 'successful' | 'failed'
  reason: string | null
  created_at: string
  submitted_at: string | null
  done_at: string | null
  overdue_at: string | null
}

/** Part of several answers. */
export interface CheckoutSession {
  id: number
  transaction_id: string
  reference_number: string
  amount: string
  currency: string
  phone: string | null
  status: 'open' | 'paid' | 'cancelled' | 'expired'
  provider: string
  tries: number
  has_secure_token: boolean
  created_at: string
  expires_at: string
  started_at: string | null
  ended_at: string | null
}

/** Part of several answers. */
export interface AccountEvent {
  id: number
  kind: string
  subject: string
  reason: string
  count: number
  first_at: string
  last_at: string
}

/** Part of several answers. */
export interface LoggedRequest {
  id: number
  request_id: string
  credential_id: number | null
  credential_name: string | null
  credential_kind: 'key' | 'token' | 'smpp' | null
  address: string | null
  method: string
  path: string
  status: number
  code: number | null
  message: string | null
  hint: string | null
  duration_ms: number
  count: number
  first_at: string
  at: string
}

/** List messages, newest first: the query. */
export interface MessagesListQuery {
  /** only messages with this tag */
  tag?: string | undefined
  /** only messages with this reference */
  reference?: string | undefined
  /** only messages of this campaign */
  campaign?: string | undefined
  /** only messages of the request with this id */
  request?: number | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  from?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  to?: string | undefined
  /** only items with this number, in local or international form */
  number?: string | undefined
  /** only items with this status */
  status?: string | undefined
  /** only messages that ended with this reason */
  reason?: string | undefined
  /** only messages with this sender ID */
  sender?: string | undefined
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List messages, newest first: the answer. */
export interface MessagesListAnswer {
  data: Message[]
  next: string | null
  total: number | null
  searched_to: string | null
}

/** Send messages: the body. */
export interface MessagesSendBody {
  /** a sender ID, active on the account */
  from: string
  to?: readonly (string | {
    /** a phone number in local or international form: 0712 345 678, +255712345678 */
    number: string
    /** your id of this recipient or message */
    reference?: string | undefined
    variables?: Record<string, unknown> | undefined
  })[] | undefined
  contact_ids?: readonly number[] | undefined
  book_ids?: readonly number[] | undefined
  segment_ids?: readonly number[] | undefined
  /** may contain placeholders such as {first_name} */
  text?: string | undefined
  template_id?: number | undefined
  /** bytes as hexadecimal digits; udh begins with its length */
  binary?: {
    data: string
    udh?: string | undefined
  } | undefined
  variables?: Record<string, unknown> | undefined
  /** replaces typographic characters if the text then fits GSM 03.38 */
  smart_encoding?: boolean | undefined
  /** shown at once, and not stored by the phone */
  flash?: boolean | undefined
  /** ISO 8601 with a zone */
  not_before?: string | undefined
  /** seconds that accepted messages wait, so that the request can still be cancelled */
  hold?: number | undefined
  send_window?: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | undefined
  /** seconds until an undelivered message expires */
  validity?: number | undefined
  /** false: request no delivery receipt; a message ends when the carrier accepts it */
  receipt?: boolean | undefined
  /** also gets the delivery reports of these messages */
  callback_url?: string | undefined
  tags?: readonly string[] | undefined
  /** your id of the request */
  reference?: string | undefined
  campaign?: string | undefined
}

/** Send messages: the answer. */
export interface MessagesSendAnswer {
  request_ids: number[]
  total: number
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  do_not_disturb: number
  no_consent: number
  price: string
  currency: string
  recipients: {
    recipient_id: string
    number: string
    outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
    message_id: number | null
    status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED' | null
    stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled' | null
    reason: string | null
    explanation: string | null
    text: string | null
    parts: number | null
    price: string | null
  }[] | null
  held_seconds: number | null
  stopped: {
    code: string
    detail: string
    hint: string
  } | null
}

/** Export messages as CSV: the query. */
export interface MessagesExportQuery {
  /** only messages with this tag */
  tag?: string | undefined
  /** only messages with this reference */
  reference?: string | undefined
  /** only messages of this campaign */
  campaign?: string | undefined
  /** only messages of the request with this id */
  request?: number | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  from?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  to?: string | undefined
  /** only items with this number, in local or international form */
  number?: string | undefined
  /** only items with this status */
  status?: string | undefined
  /** only messages that ended with this reason */
  reason?: string | undefined
  /** only messages with this sender ID */
  sender?: string | undefined
}

/** Get a message with its timeline: the answer. */
export interface MessagesGetAnswer {
  id: number
  request_id: number
  campaign: string | null
  tags: string[]
  reference: string | null
  recipient_id: string
  phone: string
  sender: string
  text: string
  format: 'flash' | 'binary' | null
  status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED'
  stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled'
  reason: string | null
  explanation: string | null
  carrier: string
  parts: number
  price: string
  attempts: number
  retry_at: string | null
  created_at: string
  due_at: string
  valid_until: string
  submitted_at: string | null
  done_at: string | null
  currency: string
  delay: {
    cause: 'paused' | 'disconnected' | 'unhealthy' | 'removed'
    since: string | null
  } | null
  timeline: {
    at: string
    event: 'accepted' | 'scheduled' | 'queued' | 'moved' | 'retrying' | 'submitted' | 'receipt' | 'ended' | 'callback'
    text: string
    detail: {
      for?: string
      carrier?: string
      from?: string
      attempts?: number
      references?: string[]
      part?: number
      reason?: string | null
      explanation?: string | null
      status?: string | number | null
      event_id?: number
      endpoint_id?: number
      url?: string
      took_ms?: number
      problem?: string | null
    }
  }[]
}

/** Cancel a pending message: the answer. */
export interface MessagesCancelAnswer {
  cancelled: number
  too_late: number
}

/** Send an undelivered message again: the query. */
export interface MessagesResendQuery {
  /** `true` includes messages that were already sent again */
  again?: 'true' | 'false' | undefined
}

/** Send an undelivered message again: the answer. */
export interface MessagesResendAnswer {
  request_ids: number[]
  total: number
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  do_not_disturb: number
  no_consent: number
  price: string
  currency: string
  recipients: {
    recipient_id: string
    number: string
    outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
    message_id: number | null
    status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED' | null
    stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled' | null
    reason: string | null
    explanation: string | null
    text: string | null
    parts: number | null
    price: string | null
  }[] | null
  held_seconds: number | null
  stopped: {
    code: string
    detail: string
    hint: string
  } | null
}

/** List requests to send, newest first: the query. */
export interface RequestsListQuery {
  /** only messages with this tag */
  tag?: string | undefined
  /** only messages with this reference */
  reference?: string | undefined
  /** only messages of this campaign */
  campaign?: string | undefined
  /** only messages of the request with this id */
  request?: number | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  from?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  to?: string | undefined
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List requests to send, newest first: the answer. */
export interface RequestsListAnswer {
  data: SendRequest[]
  next: string | null
  total: number | null
  searched_to: string | null
}

/** Get a request with its results: the answer. */
export interface RequestsGetAnswer {
  id: number
  sender: string
  text: string
  format: 'flash' | 'binary' | null
  campaign: string | null
  tags: string[]
  reference: string | null
  parts: number
  created_at: string
  due_at: string
  valid_until: string
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  pending: number
  delivered: number
  undelivered: number
  price: string
  currency: string
}

/** List the recipients of a request: the query. */
export interface RequestsRecipientsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only the recipients without a message */
  refused?: 'true' | 'false' | undefined
}

/** List the recipients of a request: the answer. */
export interface RequestsRecipientsAnswer {
  data: {
    recipient_id: string
    number: string
    outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
    message_id: number | null
    status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED' | null
    stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled' | null
    reason: string | null
    explanation: string | null
    text: string | null
    parts: number | null
    price: string | null
  }[]
  next: string | null
  total: number | null
  refused: {
    total: number
    kept: number
  }
}

/** Cancel the pending messages of a request: the answer. */
export interface RequestsCancelAnswer {
  cancelled: number
  too_late: number
}

/** Change the time of the pending messages of a request: the body. */
export interface RequestsRescheduleBody {
  not_before: string | null
}

/** Change the time of the pending messages of a request: the answer. */
export interface RequestsRescheduleAnswer {
  moved: number
  too_late: number
  due_at: string
}

/** Send the undelivered messages of a request again: the query. */
export interface RequestsResendQuery {
  /** `true` includes messages that were already sent again */
  again?: 'true' | 'false' | undefined
}

/** Send the undelivered messages of a request again: the answer. */
export interface RequestsResendAnswer {
  request_ids: number[]
  total: number
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  do_not_disturb: number
  no_consent: number
  price: string
  currency: string
  recipients: {
    recipient_id: string
    number: string
    outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
    message_id: number | null
    status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED' | null
    stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled' | null
    reason: string | null
    explanation: string | null
    text: string | null
    parts: number | null
    price: string | null
  }[] | null
  held_seconds: number | null
  stopped: {
    code: string
    detail: string
    hint: string
  } | null
}

/** Get the price of a send: the body. */
export interface QuotesCreateBody {
  /** a sender ID, active on the account */
  from: string
  to?: readonly (string | {
    /** a phone number in local or international form: 0712 345 678, +255712345678 */
    number: string
    /** your id of this recipient or message */
    reference?: string | undefined
    variables?: Record<string, unknown> | undefined
  })[] | undefined
  contact_ids?: readonly number[] | undefined
  book_ids?: readonly number[] | undefined
  segment_ids?: readonly number[] | undefined
  /** may contain placeholders such as {first_name} */
  text?: string | undefined
  template_id?: number | undefined
  /** bytes as hexadecimal digits; udh begins with its length */
  binary?: {
    data: string
    udh?: string | undefined
  } | undefined
  variables?: Record<string, unknown> | undefined
  /** replaces typographic characters if the text then fits GSM 03.38 */
  smart_encoding?: boolean | undefined
  /** shown at once, and not stored by the phone */
  flash?: boolean | undefined
  /** ISO 8601 with a zone */
  not_before?: string | undefined
  /** seconds that accepted messages wait, so that the request can still be cancelled */
  hold?: number | undefined
  send_window?: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | undefined
  /** seconds until an undelivered message expires */
  validity?: number | undefined
  /** false: request no delivery receipt; a message ends when the carrier accepts it */
  receipt?: boolean | undefined
  /** also gets the delivery reports of these messages */
  callback_url?: string | undefined
  tags?: readonly string[] | undefined
  /** your id of the request */
  reference?: string | undefined
  campaign?: string | undefined
}

/** Get the price of a send: the answer. */
export interface QuotesCreateAnswer {
  parts: number
  encoding: 'gsm' | 'ucs2'
  parts_total: number
  recipients: {
    total: number
    valid: number
    invalid: number
    duplicates: number
    opted_out: number
    do_not_disturb: number
    no_consent: number
  }
  price: string
  currency: string
  by_country: {
    country: string | null
    calling_code: string
    recipients: number
    parts: number
    price: string
  }[]
  available: string
  enough: boolean
  smart_encoding: {
    used: boolean
    with: {
      parts_total: number
      price: string
    }
    without: {
      parts_total: number
      price: string
    }
    replaced: {
      from: string
      to: string
    }[]
  }
  delayed: number
  missing: {
    placeholder: string
    messages: number
  }[]
  samples: {
    phone: string
    text: string
    encoding: 'gsm' | 'ucs2'
    parts: number
    price: string
  }[]
}

/** List campaigns: the query. */
export interface CampaignsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only campaigns with this status */
  status?: string | undefined
  /** text to search for */
  q?: string | undefined
}

/** List campaigns: the answer. */
export interface CampaignsListAnswer {
  data: Campaign[]
  next: string | null
  total: number | null
}

/** Create a campaign as a draft: the body. */
export interface CampaignsCreateBody {
  name: string
  /** a sender ID, active on the account; a draft may have none */
  from: string
  /** may contain placeholders such as {first_name|customer}, and links such as {link https://example.com/}; empty in a draft without a text */
  text: string
  audience?: {
    book_ids?: readonly number[] | undefined
    segment_ids?: readonly number[] | undefined
    contact_ids?: readonly number[] | undefined
    exclude?: {
      book_ids?: readonly number[] | undefined
      segment_ids?: readonly number[] | undefined
      numbers?: readonly string[] | undefined
    } | undefined
  } | undefined
  /** a link of its own for each recipient */
  unique_links?: boolean | undefined
  smart_encoding?: boolean | null | undefined
  flash?: boolean | undefined
  send_window?: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null | undefined
  validity?: number | null | undefined
  schedule?: {
    /** a local time such as 2026-12-24T09:00 */
    at: string
    /** recipient, account (the country of the account), or a time zone such as Africa/Kinshasa */
    zone: string
  } | null | undefined
  pace?: number | null | undefined
  /** hours in which an incoming message of a recipient is a reply; by default 72 */
  reply_hours?: number | undefined
}

/** Create a campaign as a draft: the answer. */
export type CampaignsCreateAnswer = Campaign

/** Get a campaign with its progress and results: the answer. */
export type CampaignsGetAnswer = Campaign

/** Change a campaign: the body. */
export interface CampaignsUpdateBody {
  name?: string | undefined
  /** a sender ID, active on the account; a draft may have none */
  from?: string | undefined
  /** may contain placeholders such as {first_name|customer}, and links such as {link https://example.com/}; empty in a draft without a text */
  text?: string | undefined
  audience?: {
    book_ids?: readonly number[] | undefined
    segment_ids?: readonly number[] | undefined
    contact_ids?: readonly number[] | undefined
    exclude?: {
      book_ids?: readonly number[] | undefined
      segment_ids?: readonly number[] | undefined
      numbers?: readonly string[] | undefined
    } | undefined
  } | undefined
  /** a link of its own for each recipient */
  unique_links?: boolean | undefined
  smart_encoding?: boolean | null | undefined
  flash?: boolean | undefined
  send_window?: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null | undefined
  validity?: number | null | undefined
  schedule?: {
    /** a local time such as 2026-12-24T09:00 */
    at: string
    /** recipient, account (the country of the account), or a time zone such as Africa/Kinshasa */
    zone: string
  } | null | undefined
  pace?: number | null | undefined
  /** hours in which an incoming message of a recipient is a reply; by default 72 */
  reply_hours?: number | undefined
}

/** Change a campaign: the answer. */
export type CampaignsUpdateAnswer = Campaign

/** Upload recipients as a CSV file: the query. */
export interface CampaignsUploadQuery {
  /** name of the file */
  name?: string | undefined
}

/** Upload recipients as a CSV file: the answer. */
export type CampaignsUploadAnswer = Campaign

/** Count the recipients, calculate the price, and show messages as they would be sent: the query. */
export interface CampaignsPreviewQuery {
  /** maximum number of messages to show, from 1 to 100; by default 5 */
  limit?: number | undefined
  /** only the message to this number, in local or international form */
  number?: string | undefined
}

/** Count the recipients, calculate the price, and show messages as they would be sent: the answer. */
export interface CampaignsPreviewAnswer {
  parts: number
  encoding: 'gsm' | 'ucs2'
  parts_total: number
  recipients: {
    total: number
    valid: number
    invalid: number
    duplicates: number
    opted_out: number
    do_not_disturb: number
    no_consent: number
  }
  price: string
  currency: string
  by_country: {
    country: string | null
    calling_code: string
    recipients: number
    parts: number
    price: string
  }[]
  available: string
  enough: boolean
  smart_encoding: {
    used: boolean
    with: {
      parts_total: number
      price: string
    }
    without: {
      parts_total: number
      price: string
    }
    replaced: {
      from: string
      to: string
    }[]
  }
  delayed: number
  missing: {
    placeholder: string
    messages: number
  }[]
  samples: {
    phone: string
    text: string
    encoding: 'gsm' | 'ucs2'
    parts: number
    price: string
  }[]
  excluded: number
}

/** Send a campaign to a few numbers as a test: the body. */
export interface CampaignsTestBody {
  to: readonly string[]
  /** a phone number in local or international form: 0712 345 678, +255712345678 */
  as?: string | undefined
}

/** Send a campaign to a few numbers as a test: the answer. */
export interface CampaignsTestAnswer {
  request_ids: number[]
  total: number
  valid: number
  invalid: number
  duplicates: number
  opted_out: number
  do_not_disturb: number
  no_consent: number
  price: string
  currency: string
  recipients: {
    recipient_id: string
    number: string
    outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
    message_id: number | null
    status: 'PENDING' | 'DELIVERED' | 'UNDELIVERED' | null
    stage: 'scheduled' | 'queued' | 'submitted' | 'delivered' | 'undelivered' | 'cancelled' | null
    reason: string | null
    explanation: string | null
    text: string | null
    parts: number | null
    price: string | null
  }[] | null
  held_seconds: number | null
  stopped: {
    code: string
    detail: string
    hint: string
  } | null
}

/** Start a campaign, or schedule it by its `schedule`: the query. */
export interface CampaignsStartQuery {
  /** delay of the start, from 1 to 60 seconds, in which it can be withdrawn */
  in_seconds?: string | undefined
}

/** Start a campaign, or schedule it by its `schedule`: the answer. */
export type CampaignsStartAnswer = Campaign

/** Withdraw the start of a campaign that has not begun: the answer. */
export type CampaignsWithdrawAnswer = Campaign

/** Pause a campaign: the answer. */
export type CampaignsPauseAnswer = Campaign

/** Resume a paused campaign: the answer. */
export type CampaignsResumeAnswer = Campaign

/** Cancel a campaign and its waiting messages: the answer. */
export type CampaignsCancelAnswer = Campaign

/** Send the undelivered messages of an ended campaign again: the answer. */
export type CampaignsResendAnswer = Campaign

/** Get results by reason, by hour and by link: the answer. */
export interface CampaignsResultsAnswer {
  campaign: Campaign
  reasons: {
    reason: string
    explanation: string | null
    messages: number
  }[]
  hours: {
    hour: string
    sent: number
    delivered: number
    failed: number
    cancelled: number
    replies: number
    replied: number
    opt_outs: number
    clicks: number
    clicked: number
    price: string
  }[]
  links: {
    url: string
    clicks: number
  }[]
}

/** List recipients who replied, opted out or clicked: the query. */
export interface CampaignsResponsesQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** `reply`, `opt_out` or `click` */
  kind?: string | undefined
}

/** List recipients who replied, opted out or clicked: the answer. */
export interface CampaignsResponsesAnswer {
  data: {
    kind: 'reply' | 'opt_out' | 'click'
    message_id: number
    phone: string | null
    happened_at: string
  }[]
  next: string | null
  total: number | null
}

/** List requests with pending messages: the query. */
export interface ScheduledListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List requests with pending messages: the answer. */
export interface ScheduledListAnswer {
  data: ScheduledRequest[]
  next: string | null
  total: number | null
}

/** List sender IDs: the query. */
export interface SendersListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** the field to sort by; by default the time of creation */
  sort_by?: string | undefined
  /** `asc` or `desc`; by default newest first, other fields ascending */
  sort_order?: string | undefined
  /** text to search for */
  q?: string | undefined
  /** only items with this status */
  status?: string | undefined
}

/** List sender IDs: the answer. */
export interface SendersListAnswer {
  data: Sender[]
  next: string | null
  total: number | null
}

/** Request a sender ID: the body. */
export interface SendersRequestBody {
  /** up to 11 letters, digits, spaces and punctuation, or a number of up to 20 digits */
  sender: string
  /** an example of a message, for the operator who approves it */
  sample_content?: string | undefined
}

/** Request a sender ID: the answer. */
export type SendersRequestAnswer = Sender

/** List templates: the query. */
export interface TemplatesListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** the field to sort by; by default the time of creation */
  sort_by?: string | undefined
  /** `asc` or `desc`; by default newest first, other fields ascending */
  sort_order?: string | undefined
  /** text to search for */
  q?: string | undefined
}

/** List templates: the answer. */
export interface TemplatesListAnswer {
  data: Template[]
  next: string | null
  total: number | null
}

/** Create a template: the body. */
export interface TemplatesCreateBody {
  /** a title to find it by */
  title: string
  /** may have placeholders, such as {points} */
  text: string
}

/** Create a template: the answer. */
export type TemplatesCreateAnswer = Template

/** Get a template: the answer. */
export type TemplatesGetAnswer = Template

/** Change a template: the body. */
export interface TemplatesUpdateBody {
  /** a title to find it by */
  title?: string | undefined
  /** may have placeholders, such as {points} */
  text?: string | undefined
}

/** Change a template: the answer. */
export type TemplatesUpdateAnswer = Template

/** List contacts, newest first: the query. */
export interface ContactsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** text to search for */
  q?: string | undefined
  /** only contacts in the address book with this id */
  book?: number | undefined
  /** only contacts of the segment with this id */
  segment?: number | undefined
}

/** List contacts, newest first: the answer. */
export interface ContactsListAnswer {
  data: Contact[]
  next: string | null
  total: number | null
  searched_to: string | null
}

/** Create a contact: the body. */
export interface ContactsCreateBody {
  /** in international form, or as dialled in the country of the account */
  phone: string
  /** another phone number */
  phone2?: string | undefined
  /** such as Dr */
  title?: string | undefined
  /** the first name */
  first_name?: string | undefined
  /** the last name */
  last_name?: string | undefined
  /** free text */
  gender?: string | undefined
  /** one email address, or several separated by commas */
  email?: string | undefined
  /** the country of the address */
  country?: string | undefined
  /** the city of the address */
  city?: string | undefined
  /** the area or district of the address */
  area?: string | undefined
  /** as yyyy-mm-dd */
  birth_date?: string | undefined
  /** values of contact fields, by key */
  fields?: Record<string, unknown> | undefined
  /** the address books of the contact; by default the default one */
  book_ids?: readonly number[] | undefined
}

/** Create a contact: the answer. */
export type ContactsCreateAnswer = Contact

/** Get a contact: the answer. */
export type ContactsGetAnswer = Contact

/** Change a contact: the body. */
export interface ContactsUpdateBody {
  /** in international form, or as dialled in the country of the account */
  phone?: string | undefined
  /** another phone number */
  phone2?: string | undefined
  /** such as Dr */
  title?: string | undefined
  /** the first name */
  first_name?: string | undefined
  /** the last name */
  last_name?: string | undefined
  /** free text */
  gender?: string | undefined
  /** one email address, or several separated by commas */
  email?: string | undefined
  /** the country of the address */
  country?: string | undefined
  /** the city of the address */
  city?: string | undefined
  /** the area or district of the address */
  area?: string | undefined
  /** as yyyy-mm-dd */
  birth_date?: string | undefined
  /** values of contact fields, by key */
  fields?: Record<string, unknown> | undefined
  /** the address books of the contact; by default the default one */
  book_ids?: readonly number[] | undefined
}

/** Change a contact: the answer. */
export type ContactsUpdateAnswer = Contact

/** Delete a contact: the query. */
export interface ContactsDeleteQuery {
  /** only remove the contact from the address book with this id */
  book?: number | undefined
}

/** List address books: the query. */
export interface BooksListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** the field to sort by; by default the time of creation */
  sort_by?: string | undefined
  /** `asc` or `desc`; by default newest first, other fields ascending */
  sort_order?: string | undefined
  /** text to search for */
  q?: string | undefined
  /** only items created from this time on, in ISO 8601 or as a date */
  created_from?: string | undefined
  /** only items created until this time, in ISO 8601 or as a date */
  created_to?: string | undefined
}

/** List address books: the answer. */
export interface BooksListAnswer {
  data: Book[]
  next: string | null
  total: number | null
}

/** Create an address book: the body. */
export interface BooksCreateBody {
  /** unique in the account, ignoring case */
  name: string
  /** a note about the address book */
  description?: string | undefined
}

/** Create an address book: the answer. */
export type BooksCreateAnswer = Book

/** Get an address book: the answer. */
export type BooksGetAnswer = Book

/** Change an address book: the body. */
export interface BooksUpdateBody {
  /** unique in the account, ignoring case */
  name?: string | undefined
  /** a note about the address book */
  description?: string | undefined
}

/** Change an address book: the answer. */
export type BooksUpdateAnswer = Book

/** List contact fields: the query. */
export interface ContactFieldsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** text to search for */
  q?: string | undefined
}

/** List contact fields: the answer. */
export interface ContactFieldsListAnswer {
  data: ContactField[]
  next: string | null
  total: number | null
}

/** Create a contact field: the body. */
export interface ContactFieldsCreateBody {
  /** such as Loyalty points */
  name: string
  /** the type of the values; it never changes */
  type: 'text' | 'number' | 'date' | 'choice'
  /** the possible values of a choice */
  choices?: readonly string[] | undefined
  /** its name in the API, in placeholders and in filters; derived from the name by default */
  key?: string | undefined
}

/** Create a contact field: the answer. */
export type ContactFieldsCreateAnswer = ContactField

/** Get a contact field: the answer. */
export type ContactFieldsGetAnswer = ContactField

/** Change a contact field: the body. */
export interface ContactFieldsUpdateBody {
  /** such as Loyalty points */
  name?: string | undefined
  /** the possible values of a choice */
  choices?: readonly string[] | undefined
}

/** Change a contact field: the answer. */
export type ContactFieldsUpdateAnswer = ContactField

/** List segments: the query. */
export interface SegmentsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** text to search for */
  q?: string | undefined
}

/** List segments: the answer. */
export interface SegmentsListAnswer {
  data: Segment[]
  next: string | null
  total: number | null
}

/** Save a filter of contacts as a segment: the body. */
export interface SegmentsCreateBody {
  /** unique in the account, ignoring case */
  name: string
  filter: Filter
}

/** Save a filter of contacts as a segment: the answer. */
export type SegmentsCreateAnswer = Segment

/** Get a segment: the answer. */
export type SegmentsGetAnswer = Segment

/** Change a segment: the body. */
export interface SegmentsUpdateBody {
  /** unique in the account, ignoring case */
  name?: string | undefined
  filter?: Filter | undefined
}

/** Change a segment: the answer. */
export type SegmentsUpdateAnswer = Segment

/** Count the contacts of a segment: the answer. */
export interface SegmentsCountAnswer {
  count: number
  is_estimate: boolean
}

/** Count the contacts of a filter, and show some of them: the body. */
export interface SegmentsPreviewBody {
  filter: Filter
}

/** Count the contacts of a filter, and show some of them: the answer. */
export interface SegmentsPreviewAnswer {
  count: number
  is_estimate: boolean
  examples: Contact[]
}

/** Import contacts from a CSV file: the query. */
export interface ImportsCreateQuery {
  /** name of the file */
  name?: string | undefined
  /** `split` full names into first and last name, or `keep` them as first name, the default */
  names?: 'split' | 'keep' | undefined
  /** the character before decimals in numbers: `point` or `comma` for all columns, or `Column:comma` for one; by default `comma` if semicolons separate the cells, otherwise `point` */
  decimals?: string | readonly string[] | undefined
  /** `Column:field`, once for each column that is mapped by hand; the field may be the key of a contact field, or `new:text`, `new:number` or `new:date` */
  map?: string | readonly string[] | undefined
}

/** Import contacts from a CSV file: the answer. */
export type ImportsCreateAnswer = Import

/** Show how a file would be imported: the query. */
export interface ImportsPreviewQuery {
  /** name of the file */
  name?: string | undefined
  /** `split` full names into first and last name, or `keep` them as first name, the default */
  names?: 'split' | 'keep' | undefined
  /** the character before decimals in numbers: `point` or `comma` for all columns, or `Column:comma` for one; by default `comma` if semicolons separate the cells, otherwise `point` */
  decimals?: string | readonly string[] | undefined
  /** `Column:field`, once for each column that is mapped by hand; the field may be the key of a contact field, or `new:text`, `new:number` or `new:date` */
  map?: string | readonly string[] | undefined
}

/** Show how a file would be imported: the answer. */
export interface ImportsPreviewAnswer {
  country: string
  columns: {
    column: string
    field: string | null
    suggested_type: 'text' | 'number' | 'date' | null
    examples: string[]
  }[]
  rows: number
  readable: number
  repeated: number
  is_complete: boolean
  contacts: {
    row: number
    written: string
    phone: string
    first_name: string
    last_name: string
    fields: Record<string, unknown>
  }[]
  problems: {
    row: number
    written: string
    why: string
    is_imported: boolean
  }[]
}

/** List imports, newest first: the query. */
export interface ImportsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List imports, newest first: the answer. */
export interface ImportsListAnswer {
  data: Import[]
  next: string | null
  total: number | null
}

/** Get an import: the answer. */
export type ImportsGetAnswer = Import

/** List the rows of an import with their results: the query. */
export interface ImportsRowsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only rows with this result */
  outcome?: string | undefined
}

/** List the rows of an import with their results: the answer. */
export interface ImportsRowsAnswer {
  data: {
    row: number
    outcome: 'added' | 'updated' | 'invalid'
    phone: string
    why: string | null
  }[]
  next: string | null
  total: number | null
}

/** List incoming messages, newest first: the query. */
export interface InboundListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only messages from this number, in local or international form, or its first digits */
  number?: string | undefined
}

/** List incoming messages, newest first: the answer. */
export interface InboundListAnswer {
  data: InboundMessage[]
  next: string | null
  total: number | null
}

/** Get the keywords to opt out, opt in again and get help: the answer. */
export interface InboundWordsAnswer {
  stop: string[]
  start: string[]
  help: string[]
  help_reply: string
}

/** Set the keywords to opt out, opt in again and get help: the body. */
export interface InboundSetWordsBody {
  /** the words that opt a person out */
  stop?: readonly string[] | undefined
  /** the words that opt a person in again */
  start?: readonly string[] | undefined
  /** the words that get the help text */
  help?: readonly string[] | undefined
  /** the reply to a help word; empty for none */
  help_reply?: string | undefined
}

/** Set the keywords to opt out, opt in again and get help: the answer. */
export interface InboundSetWordsAnswer {
  stop: string[]
  start: string[]
  help: string[]
  help_reply: string
}

/** List conversations, latest message first: the query. */
export interface ConversationsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** `open`, `closed` or `all`; by default `open` */
  status?: string | undefined
  /** only conversations of this member; `me` and `none` also work */
  assignee?: string | undefined
  /** `true` lists only conversations that the caller has not read */
  unread?: string | undefined
  /** `sms`, or a chat service */
  channel?: string | undefined
  /** a number in any form, its last digits, or a name of a contact */
  q?: string | undefined
}

/** List conversations, latest message first: the answer. */
export interface ConversationsListAnswer {
  data: Conversation[]
  next: string | null
  total: number | null
}

/** Start a conversation: the body. */
export interface ConversationsStartBody {
  /** in international form, or as dialled in the country of the account */
  phone: string
  /** the text of the message */
  text?: string | undefined
  /** in place of a text by chat: a file */
  media?: {
    /** the type of the file */
    type: 'image' | 'document' | 'video' | 'audio'
    /** a public address of the file */
    url: string
    /** the text below the file */
    caption?: string | undefined
    /** the name of a document */
    filename?: string | undefined
  } | undefined
  /** in place of a text by chat: a template of the channel */
  template?: {
    /** the name of an approved template */
    name: string
    /** such as en or en_US */
    language: string
    /** the values of the template, in the form of the service */
    components?: readonly Record<string, unknown>[] | undefined
  } | undefined
  /** a chat service, such as whatsapp; by default sms */
  channel?: string | undefined
  /** the sender ID of an SMS, by default the usual one; by chat, the business to write from */
  from?: string | undefined
}

/** Start a conversation: the answer. */
export type ConversationsStartAnswer = Conversation

/** Count conversations that need attention: the answer. */
export interface ConversationsCountsAnswer {
  open: number
  unassigned: number
  mine: number
  unread: number
}

/** List the members who can answer: the answer. */
export interface ConversationsAssigneesAnswer {
  data: {
    id: string
    name: string
  }[]
}

/** Get a conversation: the answer. */
export type ConversationsGetAnswer = Conversation

/** Assign, close or reopen a conversation: the body. */
export interface ConversationsUpdateBody {
  /** the new status of the conversation */
  status?: 'open' | 'closed' | undefined
  assignee_id?: string | null | undefined
}

/** Assign, close or reopen a conversation: the answer. */
export type ConversationsUpdateAnswer = Conversation

/** List the messages and notes of a conversation, newest first: the query. */
export interface ConversationsEntriesQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List the messages and notes of a conversation, newest first: the answer. */
export interface ConversationsEntriesAnswer {
  data: {
    id: string
    kind: 'message' | 'inbound' | 'chat' | 'pin' | 'airtime' | 'payment' | 'consent' | 'opt_out' | 'note' | 'assigned' | 'closed' | 'reopened'
    at: string
    direction: 'in' | 'out' | null
    channel: string | null
    from: string | null
    text: string | null
    content: {
      type: 'text'
      text: string
    } | {
      type: 'image' | 'document' | 'video' | 'audio'
      url: string
      caption?: string
      filename?: string
    } | {
      type: 'location'
      latitude: number
      longitude: number
      name?: string
      address?: string
    } | {
      type: 'template'
      name: string
      language: string
      components?: Record<string, unknown>[]
    } | {
      type: 'interactive'
      interactive: Record<string, unknown>
    } | {
      type: 'image' | 'document' | 'video' | 'audio' | 'sticker'
      media: string
      mime_type: string
      size?: number
      caption?: string
      filename?: string
    } | {
      type: 'contacts'
      contacts: {
        name: string
        phones: string[]
      }[]
    } | {
      type: 'reply'
      id: string
      text: string
    } | {
      type: 'unsupported'
    } | null
    text_removed: boolean
    status: string | null
    reason: string | null
    amount: string | null
    currency: string | null
    author: string | null
    conversation_id: number | null
  }[]
  next: string | null
  total: number | null
}

/** Reply: the body. */
export interface ConversationsReplyBody {
  /** the text of the message */
  text?: string | undefined
  /** in place of a text by chat: a file */
  media?: {
    /** the type of the file */
    type: 'image' | 'document' | 'video' | 'audio'
    /** a public address of the file */
    url: string
    /** the text below the file */
    caption?: string | undefined
    /** the name of a document */
    filename?: string | undefined
  } | undefined
  /** in place of a text by chat: a template of the channel */
  template?: {
    /** the name of an approved template */
    name: string
    /** such as en or en_US */
    language: string
    /** the values of the template, in the form of the service */
    components?: readonly Record<string, unknown>[] | undefined
  } | undefined
  /** the sender ID of an SMS; by default the usual one */
  from?: string | undefined
  /** `replies` of the conversation as the caller saw it; refused if a member has replied since */
  replies?: number | undefined
}

/** Reply: the answer. */
export type ConversationsReplyAnswer = Conversation

/** Add an internal note: the body. */
export interface ConversationsNoteBody {
  /** only members see it */
  text: string
}

/** Add an internal note: the answer. */
export interface ConversationsNoteAnswer {
  id: string
  kind: 'message' | 'inbound' | 'chat' | 'pin' | 'airtime' | 'payment' | 'consent' | 'opt_out' | 'note' | 'assigned' | 'closed' | 'reopened'
  at: string
  direction: 'in' | 'out' | null
  channel: string | null
  from: string | null
  text: string | null
  content: {
    type: 'text'
    text: string
  } | {
    type: 'image' | 'document' | 'video' | 'audio'
    url: string
    caption?: string
    filename?: string
  } | {
    type: 'location'
    latitude: number
    longitude: number
    name?: string
    address?: string
  } | {
    type: 'template'
    name: string
    language: string
    components?: Record<string, unknown>[]
  } | {
    type: 'interactive'
    interactive: Record<string, unknown>
  } | {
    type: 'image' | 'document' | 'video' | 'audio' | 'sticker'
    media: string
    mime_type: string
    size?: number
    caption?: string
    filename?: string
  } | {
    type: 'contacts'
    contacts: {
      name: string
      phones: string[]
    }[]
  } | {
    type: 'reply'
    id: string
    text: string
  } | {
    type: 'unsupported'
  } | null
  text_removed: boolean
  status: string | null
  reason: string | null
  amount: string | null
  currency: string | null
  author: string | null
  conversation_id: number | null
}

/** Mark a conversation as read: the body. */
export interface ConversationsReadBody {
  incoming: number
}

/** List the chat businesses to write from: the answer. */
export interface ConversationsAddressesAnswer {
  data: {
    channel: string
    from: string
    has_sessions: boolean
  }[]
}

/** List the templates of the chat channels: the query. */
export interface ConversationsTemplatesQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List the templates of the chat channels: the answer. */
export interface ConversationsTemplatesAnswer {
  data: {
    provider: string
    name: string
    language: string
    category: string
    status: string
    components: Record<string, unknown>[]
    synced_at: string
  }[]
  next: string | null
  total: number | null
}

/** Get the state of a phone number: the answer. */
export interface NumbersGetAnswer {
  phone: string
  country: string | null
  contacts: Contact[]
  opt_out: {
    source: string | null
    created_at: string
  } | null
  do_not_disturb: boolean
  consent: {
    given: boolean
    source: string
    at: string
  } | null
  conversations: {
    id: number
    channel: string
    status: 'open' | 'closed'
    last_at: string
  }[]
}

/** List the history of a phone number, newest first: the query. */
export interface NumbersTimelineQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only these kinds, separated by commas, such as `message,inbound` */
  kind?: string | undefined
}

/** List the history of a phone number, newest first: the answer. */
export interface NumbersTimelineAnswer {
  data: {
    id: string
    kind: 'message' | 'inbound' | 'chat' | 'pin' | 'airtime' | 'payment' | 'consent' | 'opt_out' | 'note' | 'assigned' | 'closed' | 'reopened'
    at: string
    direction: 'in' | 'out' | null
    channel: string | null
    from: string | null
    text: string | null
    content: {
      type: 'text'
      text: string
    } | {
      type: 'image' | 'document' | 'video' | 'audio'
      url: string
      caption?: string
      filename?: string
    } | {
      type: 'location'
      latitude: number
      longitude: number
      name?: string
      address?: string
    } | {
      type: 'template'
      name: string
      language: string
      components?: Record<string, unknown>[]
    } | {
      type: 'interactive'
      interactive: Record<string, unknown>
    } | {
      type: 'image' | 'document' | 'video' | 'audio' | 'sticker'
      media: string
      mime_type: string
      size?: number
      caption?: string
      filename?: string
    } | {
      type: 'contacts'
      contacts: {
        name: string
        phones: string[]
      }[]
    } | {
      type: 'reply'
      id: string
      text: string
    } | {
      type: 'unsupported'
    } | null
    text_removed: boolean
    status: string | null
    reason: string | null
    amount: string | null
    currency: string | null
    author: string | null
    conversation_id: number | null
  }[]
  next: string | null
  total: number | null
}

/** List opt-outs, newest first: the query. */
export interface OptoutsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** the first digits of a number */
  q?: string | undefined
  /** only items with this source */
  source?: string | undefined
}

/** List opt-outs, newest first: the answer. */
export interface OptoutsListAnswer {
  data: OptOut[]
  next: string | null
  total: number | null
}

/** Opt a number out: the body. */
export interface OptoutsCreateBody {
  /** international format, without + */
  phone: string
}

/** Opt a number out: the answer. */
export interface OptoutsCreateAnswer {
  phone: string
}

/** Import opt-outs from a CSV file: the answer. */
export interface OptoutsImportAnswer {
  rows: number
  added: number
  existing: number
  invalid: number
  invalid_rows: {
    row: number
    number: string
    why: string
  }[]
}

/** Export opt-outs as CSV: the query. */
export interface OptoutsExportQuery {
  /** only items with this source */
  source?: string | undefined
}

/** List consents, newest first: the query. */
export interface ConsentsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** the first digits of a number */
  q?: string | undefined
}

/** List consents, newest first: the answer. */
export interface ConsentsListAnswer {
  data: Consent[]
  next: string | null
  total: number | null
}

/** Record a consent or its withdrawal: the body. */
export interface ConsentsCreateBody {
  /** international format, without + */
  phone: string
  /** whether the person consented or withdrew it */
  status?: 'given' | 'withdrawn' | undefined
  /** where the person consented, such as a web form */
  source: string
  /** a time in the past; now by default */
  at?: string | undefined
  /** the text that the person agreed to */
  text?: string | undefined
}

/** Record a consent or its withdrawal: the answer. */
export interface ConsentsCreateAnswer {
  phone: string
  status: 'given' | 'withdrawn'
  at: string
}

/** Import consents from a CSV file: the answer. */
export interface ConsentsImportAnswer {
  rows: number
  added: number
  existing: number
  invalid: number
  invalid_rows: {
    row: number
    number: string
    why: string
  }[]
}

/** List webhook endpoints: the query. */
export interface WebhooksListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List webhook endpoints: the answer. */
export interface WebhooksListAnswer {
  data: Webhook[]
  next: string | null
  total: number | null
}

/** Create a webhook endpoint: the body. */
export interface WebhooksCreateBody {
  /** the kind of the events */
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  /** called with each event; https, or http to this machine where the operator allows it */
  url: string
  /** also puts the fields of `args` at the top level of the body */
  flat_args?: boolean | undefined
  /** always sends `recipient_id` of delivery reports as a string */
  string_ids?: boolean | undefined
  /** request headers for every call; null removes one */
  headers?: Record<string, unknown> | undefined
}

/** Create a webhook endpoint: the answer. */
export interface WebhooksCreateAnswer {
  id: number
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  url: string
  flat_args: boolean
  string_ids: boolean
  ad_hoc: boolean
  previous_until: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: 'gone' | 'failing' | 'by hand' | null
  created_at: string
  secret_unreadable: boolean
  headers: string[]
  headers_unreadable: boolean
  secret: string
  warning?: string
}

/** Get a webhook endpoint: the answer. */
export interface WebhooksGetAnswer {
  id: number
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  url: string
  flat_args: boolean
  string_ids: boolean
  ad_hoc: boolean
  previous_until: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: 'gone' | 'failing' | 'by hand' | null
  created_at: string
  secret_unreadable: boolean
  headers: string[]
  headers_unreadable: boolean
}

/** Change a webhook endpoint: the body. */
export interface WebhooksUpdateBody {
  /** called with each event; https, or http to this machine where the operator allows it */
  url?: string | undefined
  /** also puts the fields of `args` at the top level of the body */
  flat_args?: boolean | undefined
  /** always sends `recipient_id` of delivery reports as a string */
  string_ids?: boolean | undefined
  /** whether it is called; events of a disabled endpoint are kept */
  enabled?: boolean | undefined
  headers?: Record<string, unknown> | null | undefined
}

/** Change a webhook endpoint: the answer. */
export interface WebhooksUpdateAnswer {
  id: number
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  url: string
  flat_args: boolean
  string_ids: boolean
  ad_hoc: boolean
  previous_until: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: 'gone' | 'failing' | 'by hand' | null
  created_at: string
  secret_unreadable: boolean
  headers: string[]
  headers_unreadable: boolean
  warning?: string
}

/** Rotate the secret of a webhook endpoint: the answer. */
export interface WebhooksRotateAnswer {
  id: number
  event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
  url: string
  flat_args: boolean
  string_ids: boolean
  ad_hoc: boolean
  previous_until: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: 'gone' | 'failing' | 'by hand' | null
  created_at: string
  secret_unreadable: boolean
  headers: string[]
  headers_unreadable: boolean
  secret: string
  warning?: string
}

/** Send a test event: the answer. */
export interface WebhooksTestAnswer {
  event_id: number
}

/** List the events of a webhook endpoint: the query. */
export interface WebhooksEventsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items in this state */
  state?: string | undefined
}

/** List the events of a webhook endpoint: the answer. */
export interface WebhooksEventsAnswer {
  data: {
    id: number
    endpoint_id: number
    state: 'waiting' | 'delivered' | 'failed' | 'kept'
    attempts: number
    is_test: boolean
    created_at: string
    due_at: string | null
    body: string
  }[]
  next: string | null
  total: number | null
}

/** List delivery attempts: the query. */
export interface WebhooksAttemptsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only attempts for the event with this id */
  event?: number | undefined
}

/** List delivery attempts: the answer. */
export interface WebhooksAttemptsAnswer {
  data: {
    id: number
    event_id: number
    at: string
    status: number | null
    took_ms: number
    problem: string | null
    answer: string
  }[]
  next: string | null
  total: number | null
}

/** Send events again: the body. */
export interface WebhooksRepeatBody {
  /** one event, by its id */
  event?: number | undefined
  /** all events from this time on, in ISO 8601 */
  since?: string | undefined
  /** with `since`, only events that were never delivered */
  failed_only?: boolean | undefined
}

/** Send events again: the answer. */
export interface WebhooksRepeatAnswer {
  repeated: number
}

/** List balances: the answer. */
export interface BalancesListAnswer {
  data: Balance[]
}

/** Set reminders about a low balance: the body. */
export interface BalancesSetRemindersBody {
  /** reminders are sent below this amount */
  credit_level?: string | undefined
  /** whether reminders are sent by SMS */
  sms_reminder?: boolean | undefined
  /** whether reminders are sent by email */
  email_reminder?: boolean | undefined
  /** the number that gets reminders by SMS */
  reminder_phone?: string | undefined
}

/** Set reminders about a low balance: the answer. */
export type BalancesSetRemindersAnswer = Balance

/** List ledger entries, newest first: the query. */
export interface StatementListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items of this product, such as `SMS` */
  product?: string | undefined
  /** only entries of this kind */
  kind?: string | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  from?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  to?: string | undefined
}

/** List ledger entries, newest first: the answer. */
export interface StatementListAnswer {
  data: LedgerEntry[]
  next: string | null
  total: number | null
}

/** Export ledger entries as CSV: the query. */
export interface StatementExportQuery {
  /** only items of this product, such as `SMS` */
  product?: string | undefined
  /** only entries of this kind */
  kind?: string | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  from?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  to?: string | undefined
}

/** List prices: the query. */
export interface PricesListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items of this product, such as `SMS` */
  product?: string | undefined
  /** only prices that apply to numbers with these first digits */
  prefix?: string | undefined
}

/** List prices: the answer. */
export interface PricesListAnswer {
  data: Price[]
  next: string | null
  total: number | null
}

/** List airtime transfers, newest first: the query. */
export interface AirtimeListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items with this number, in local or international form */
  number?: string | undefined
  /** only items in this state */
  state?: string | undefined
}

/** List airtime transfers, newest first: the answer. */
export interface AirtimeListAnswer {
  data: Transfer[]
  next: string | null
  total: number | null
}

/** Send airtime: the body. */
export interface AirtimeSendBody {
  /** in international format */
  phone: string
  /** a decimal greater than 0 with at most 2 decimal places */
  amount: string
  /** generated when left out */
  reference?: string | undefined
}

/** Send airtime: the answer. */
export type AirtimeSendAnswer = Transfer

/** List checkout sessions, newest first: the query. */
export interface CheckoutListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items with this number, in local or international form */
  number?: string | undefined
  /** only items with this status */
  status?: string | undefined
}

/** List checkout sessions, newest first: the answer. */
export interface CheckoutListAnswer {
  data: CheckoutSession[]
  next: string | null
  total: number | null
}

/** Get a checkout session: the answer. */
export type CheckoutGetAnswer = CheckoutSession

/** List applications: the query. */
export interface OtpAppsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List applications: the answer. */
export interface OtpAppsAnswer {
  data: {
    number: number
    name: string
    sender: string
    text: string
    texts: Record<string, unknown>
    language: string | null
    channels: ({
      channel: 'sms'
      after_seconds?: number
    } | {
      channel: 'whatsapp'
      after_seconds?: number
      from: string
      template: string
      template_languages?: Record<string, unknown>
    } | {
      channel: 'voice'
      after_seconds?: number
      from?: string
      text?: string
    })[]
    resend: boolean
    pin_length: number
    life_seconds: number
    attempts_max: number
    active: boolean
    number_hour_max: number
    app_hour_max: number
    guard: 'off' | 'alert' | 'block'
    countries: string[] | null
    country_hour_max: number
    prefix_hour_max: number
    guard_sample: number
    verified_percent_min: number
    block_minutes: number
    created_at: string
    changed_at: string
  }[]
  next: string | null
  total: number | null
}

/** Create an application: the body. */
export interface OtpCreateAppBody {
  /** the name of the application */
  name: string
  /** the sender ID of the messages */
  sender?: string | undefined
  /** has {pin} in place of the PIN */
  text?: string | undefined
  /** texts in other languages, by language */
  texts?: Record<string, unknown> | undefined
  language?: string | null | undefined
  /** in order, such as [{"channel":"sms"},{"channel":"voice"}]; the next one is used without a receipt in time */
  channels?: readonly ({
    channel: 'sms'
    after_seconds?: number | undefined
  } | {
    channel: 'whatsapp'
    after_seconds?: number | undefined
    from: string
    template: string
    template_languages?: Record<string, unknown> | undefined
  } | {
    channel: 'voice'
    after_seconds?: number | undefined
    from?: string | undefined
    text?: string | undefined
  })[] | undefined
  /** whether a request can send a PIN again */
  resend?: boolean | undefined
  /** the number of digits */
  pin_length?: number | undefined
  /** how long a PIN is valid */
  life_seconds?: number | undefined
  /** the attempts to verify a PIN */
  attempts_max?: number | undefined
  /** an inactive application sends no PINs */
  active?: boolean | undefined
  /** the requests in an hour to one number */
  number_hour_max?: number | undefined
  /** the requests in an hour of the application */
  app_hour_max?: number | undefined
  /** the fraud guard */
  guard?: 'off' | 'alert' | 'block' | undefined
  /** the allowed countries, such as TZ; null for all */
  countries?: null | readonly string[] | undefined
  /** the requests in an hour to one country */
  country_hour_max?: number | undefined
  /** the requests in an hour to numbers that differ only in the last four digits */
  prefix_hour_max?: number | undefined
  /** the requests by which the fraud guard judges a prefix */
  guard_sample?: number | undefined
  /** the guard blocks a prefix when a smaller share of its PINs is verified, in percent */
  verified_percent_min?: number | undefined
  /** how long the guard blocks a prefix */
  block_minutes?: number | undefined
}

/** Create an application: the answer. */
export interface OtpCreateAppAnswer {
  number: number
  name: string
  sender: string
  text: string
  texts: Record<string, unknown>
  language: string | null
  channels: ({
    channel: 'sms'
    after_seconds?: number
  } | {
    channel: 'whatsapp'
    after_seconds?: number
    from: string
    template: string
    template_languages?: Record<string, unknown>
  } | {
    channel: 'voice'
    after_seconds?: number
    from?: string
    text?: string
  })[]
  resend: boolean
  pin_length: number
  life_seconds: number
  attempts_max: number
  active: boolean
  number_hour_max: number
  app_hour_max: number
  guard: 'off' | 'alert' | 'block'
  countries: string[] | null
  country_hour_max: number
  prefix_hour_max: number
  guard_sample: number
  verified_percent_min: number
  block_minutes: number
  created_at: string
  changed_at: string
}

/** Get an application: the answer. */
export interface OtpAppAnswer {
  number: number
  name: string
  sender: string
  text: string
  texts: Record<string, unknown>
  language: string | null
  channels: ({
    channel: 'sms'
    after_seconds?: number
  } | {
    channel: 'whatsapp'
    after_seconds?: number
    from: string
    template: string
    template_languages?: Record<string, unknown>
  } | {
    channel: 'voice'
    after_seconds?: number
    from?: string
    text?: string
  })[]
  resend: boolean
  pin_length: number
  life_seconds: number
  attempts_max: number
  active: boolean
  number_hour_max: number
  app_hour_max: number
  guard: 'off' | 'alert' | 'block'
  countries: string[] | null
  country_hour_max: number
  prefix_hour_max: number
  guard_sample: number
  verified_percent_min: number
  block_minutes: number
  created_at: string
  changed_at: string
}

/** Change an application: the body. */
export interface OtpUpdateAppBody {
  /** the name of the application */
  name?: string | undefined
  /** the sender ID of the messages */
  sender?: string | undefined
  /** has {pin} in place of the PIN */
  text?: string | undefined
  /** texts in other languages, by language */
  texts?: Record<string, unknown> | undefined
  language?: string | null | undefined
  /** in order, such as [{"channel":"sms"},{"channel":"voice"}]; the next one is used without a receipt in time */
  channels?: readonly ({
    channel: 'sms'
    after_seconds?: number | undefined
  } | {
    channel: 'whatsapp'
    after_seconds?: number | undefined
    from: string
    template: string
    template_languages?: Record<string, unknown> | undefined
  } | {
    channel: 'voice'
    after_seconds?: number | undefined
    from?: string | undefined
    text?: string | undefined
  })[] | undefined
  /** whether a request can send a PIN again */
  resend?: boolean | undefined
  /** the number of digits */
  pin_length?: number | undefined
  /** how long a PIN is valid */
  life_seconds?: number | undefined
  /** the attempts to verify a PIN */
  attempts_max?: number | undefined
  /** an inactive application sends no PINs */
  active?: boolean | undefined
  /** the requests in an hour to one number */
  number_hour_max?: number | undefined
  /** the requests in an hour of the application */
  app_hour_max?: number | undefined
  /** the fraud guard */
  guard?: 'off' | 'alert' | 'block' | undefined
  /** the allowed countries, such as TZ; null for all */
  countries?: null | readonly string[] | undefined
  /** the requests in an hour to one country */
  country_hour_max?: number | undefined
  /** the requests in an hour to numbers that differ only in the last four digits */
  prefix_hour_max?: number | undefined
  /** the requests by which the fraud guard judges a prefix */
  guard_sample?: number | undefined
  /** the guard blocks a prefix when a smaller share of its PINs is verified, in percent */
  verified_percent_min?: number | undefined
  /** how long the guard blocks a prefix */
  block_minutes?: number | undefined
}

/** Change an application: the answer. */
export interface OtpUpdateAppAnswer {
  number: number
  name: string
  sender: string
  text: string
  texts: Record<string, unknown>
  language: string | null
  channels: ({
    channel: 'sms'
    after_seconds?: number
  } | {
    channel: 'whatsapp'
    after_seconds?: number
    from: string
    template: string
    template_languages?: Record<string, unknown>
  } | {
    channel: 'voice'
    after_seconds?: number
    from?: string
    text?: string
  })[]
  resend: boolean
  pin_length: number
  life_seconds: number
  attempts_max: number
  active: boolean
  number_hour_max: number
  app_hour_max: number
  guard: 'off' | 'alert' | 'block'
  countries: string[] | null
  country_hour_max: number
  prefix_hour_max: number
  guard_sample: number
  verified_percent_min: number
  block_minutes: number
  created_at: string
  changed_at: string
}

/** List requests for PINs, newest first: the query. */
export interface OtpRequestsQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** only items with this number, in local or international form */
  number?: string | undefined
}

/** List requests for PINs, newest first: the answer. */
export interface OtpRequestsAnswer {
  data: {
    pin_id: string
    app: number
    phone: string
    state: 'sent' | 'verified' | 'expired' | 'exceeded'
    attempts: number
    created_at: string
    expires_at: string
    verified_at: string | null
    sends: {
      channel: string
      state: 'pending' | 'received' | 'failed' | 'skipped'
      problem: string | null
      at: string
    }[]
  }[]
  next: string | null
  total: number | null
}

/** Get the share of verified PINs: the answer. */
export interface OtpOverviewAnswer {
  data: {
    app: number
    name: string
    active: boolean
    guard: 'off' | 'alert' | 'block'
    day: {
      requested: number
      verified: number
      rate: number | null
    }
    week: {
      requested: number
      verified: number
      rate: number | null
    }
  }[]
  counted_since: string | null
}

/** List the ranges that the fraud guard blocks: the query. */
export interface OtpBlocksQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List the ranges that the fraud guard blocks: the answer. */
export interface OtpBlocksAnswer {
  data: {
    id: string
    app: number
    app_name: string | null
    prefix: string
    requests: number
    verified: number
    blocked_until: string
    enforced: boolean
  }[]
  next: string | null
  total: number | null
}

/** Get the allowed destinations of PINs: the answer. */
export interface OtpAllowanceAnswer {
  country: string
  countries: string[]
  ranges: string[]
}

/** Get a report on messages: the query. */
export interface ReportsGetQuery {
  /** `day`, `hour`, `carrier`, `country`, `sender`, `campaign` or `reason`; by default `day` */
  by?: string | undefined
  /** first day, such as `2026-11-01`; by default 29 days before `to` */
  from?: string | undefined
  /** last day; by default today */
  to?: string | undefined
  /** the time zone of days and hours, such as `Africa/Dar_es_Salaam`; by default `UTC` */
  time_zone?: string | undefined
  /** only messages over this carrier */
  carrier?: string | undefined
  /** only messages to this country, such as `TZ` */
  country?: string | undefined
  /** only messages with this sender ID */
  sender?: string | undefined
  /** only messages of the campaign with this id; `0` for messages without one */
  campaign?: string | undefined
  /** only messages that failed with this reason */
  reason?: string | undefined
}

/** Get a report on messages: the answer. */
export interface ReportsGetAnswer {
  by: 'day' | 'hour' | 'carrier' | 'country' | 'sender' | 'campaign' | 'reason'
  from: string
  to: string
  time_zone: string
  currency: string
  rows: {
    key: string
    label: string
    messages: number
    sent: number
    delivered: number
    failed: number
    pending: number
    delivery_rate: number | null
    delivery_seconds: number | null
    spent: string
  }[]
  has_more: boolean
  total: {
    messages: number
    sent: number
    delivered: number
    failed: number
    pending: number
    delivery_rate: number | null
    delivery_seconds: number | null
    spent: string
  }
}

/** Export a report as CSV: the query. */
export interface ReportsExportQuery {
  /** `day`, `hour`, `carrier`, `country`, `sender`, `campaign` or `reason`; by default `day` */
  by?: string | undefined
  /** first day, such as `2026-11-01`; by default 29 days before `to` */
  from?: string | undefined
  /** last day; by default today */
  to?: string | undefined
  /** the time zone of days and hours, such as `Africa/Dar_es_Salaam`; by default `UTC` */
  time_zone?: string | undefined
  /** only messages over this carrier */
  carrier?: string | undefined
  /** only messages to this country, such as `TZ` */
  country?: string | undefined
  /** only messages with this sender ID */
  sender?: string | undefined
  /** only messages of the campaign with this id; `0` for messages without one */
  campaign?: string | undefined
  /** only messages that failed with this reason */
  reason?: string | undefined
}

/** Find numbers, contacts, conversations, messages, campaigns, requests, templates, address books, segments and events: the query. */
export interface SearchFindQuery {
  /** a number in any form, its last digits, a name, an ID, a reference or a campaign */
  q?: string | undefined
}

/** Find numbers, contacts, conversations, messages, campaigns, requests, templates, address books, segments and events: the answer. */
export interface SearchFindAnswer {
  groups: {
    kind: 'number' | 'contact' | 'conversation' | 'message' | 'campaign' | 'request' | 'template' | 'book' | 'segment' | 'event'
    items: {
      kind: 'number' | 'contact' | 'conversation' | 'message' | 'campaign' | 'request' | 'template' | 'book' | 'segment' | 'event'
      id: string
      title: string
      detail: string
      phone: string | null
      at: string | null
    }[]
    has_more: boolean
  }[]
}

/** Get the account of the caller: the answer. */
export interface AccountGetAnswer {
  id: number
  name: string
  country: string
  currency: string
  requests_per_second: number | null
  messages_per_day: number | null
  language: 'en' | 'sw' | 'fr'
  /** members without a second factor have no access */
  two_factor_required: boolean
  /** typographic characters of messages are replaced, if the text then fits GSM 03.38 */
  smart_encoding: boolean
  /** bulk messages go only to numbers with a consent */
  consent_required: boolean
  sending_window: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null
  shop_url: string | null
  /** the websites that may open the checkout page; replaces all */
  shop_websites: string[]
  counts: {
    members: number
    credentials: number
    senders: number
    templates: number
    books: number
    webhooks: number
  }
  created_at: string
}

/** Change settings of the account: the body. */
export interface AccountUpdateBody {
  /** of emails, default texts and checkout pages; null means the language of the settings */
  language?: 'en' | 'sw' | 'fr' | null | undefined
  /** members without a second factor have no access */
  two_factor_required?: boolean | undefined
  /** typographic characters of messages are replaced, if the text then fits GSM 03.38 */
  smart_encoding?: boolean | undefined
  /** bulk messages go only to numbers with a consent */
  consent_required?: boolean | undefined
  sending_window?: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null | undefined
  shop_url?: string | null | undefined
  /** the websites that may open the checkout page; replaces all */
  shop_websites?: readonly string[] | undefined
}

/** Change settings of the account: the answer. */
export interface AccountUpdateAnswer {
  id: number
  name: string
  country: string
  currency: string
  requests_per_second: number | null
  messages_per_day: number | null
  language: 'en' | 'sw' | 'fr'
  /** members without a second factor have no access */
  two_factor_required: boolean
  /** typographic characters of messages are replaced, if the text then fits GSM 03.38 */
  smart_encoding: boolean
  /** bulk messages go only to numbers with a consent */
  consent_required: boolean
  sending_window: {
    /** hh:mm in the time zone of the recipient */
    from: string
    /** hh:mm; a time before from means the next day */
    to: string
  } | null
  shop_url: string | null
  /** the websites that may open the checkout page; replaces all */
  shop_websites: string[]
  counts: {
    members: number
    credentials: number
    senders: number
    templates: number
    books: number
    webhooks: number
  }
  created_at: string
}

/** Get the messages of the last 30 days, and problems: the query. */
export interface OverviewGetQuery {
  /** the time zone of the days; by default `UTC` */
  time_zone?: string | undefined
}

/** Get the messages of the last 30 days, and problems: the answer. */
export interface OverviewGetAnswer {
  today: {
    day: string
    messages: number
    sent: number
    delivered: number
    failed: number
    pending: number
    delivery_rate: number | null
    delivery_seconds: number | null
    spent: string
  }
  days: {
    day: string
    messages: number
    sent: number
    delivered: number
    failed: number
    pending: number
    delivery_rate: number | null
    delivery_seconds: number | null
    spent: string
  }[]
  attention: {
    kind: 'carrier_down' | 'provider_away' | 'approval_waiting' | 'credit_low' | 'webhook_failing' | 'sender_rejected' | 'sender_pending' | 'requests_refused'
    text: string
    page: 'providers' | 'approvals' | 'credit' | 'webhooks' | 'senders' | 'api/requests'
    detail: {
      name?: string
      count?: number
      since?: string
      reason?: string
      state?: 'failing' | 'disabled' | 'gone'
      product?: string
      currency?: string
      available?: string
      level?: string
    }
  }[]
}

/** List notes about the account, newest first: the query. */
export interface EventsListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
}

/** List notes about the account, newest first: the answer. */
export interface EventsListAnswer {
  data: AccountEvent[]
  next: string | null
  total: number | null
}

/** List the API requests of the last seven days, newest first: the query. */
export interface RequestLogListQuery {
  /** `next` of the previous page */
  cursor?: string | undefined
  /** maximum number of items, from 1 to 1,000; by default 25 */
  limit?: number | undefined
  /** text to search for */
  q?: string | undefined
  /** `true` for one item with the count of all rejected requests with the same cause */
  grouped?: string | undefined
  /** only rows with this result */
  outcome?: string | undefined
  /** only requests with this method, such as `POST` */
  method?: string | undefined
  /** only requests with this X-Request-Id */
  request_id?: string | undefined
  /** only requests with the key or token with this id */
  credential?: number | undefined
  /** only requests that contain this phone number */
  number?: string | undefined
  /** only items from this time on, in ISO 8601 or as a date */
  since?: string | undefined
  /** only items before this time, in ISO 8601 or as a date */
  until?: string | undefined
}

/** List the API requests of the last seven days, newest first: the answer. */
export interface RequestLogListAnswer {
  data: LoggedRequest[]
  next: string | null
  total: number | null
}
