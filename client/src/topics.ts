// Generated from /openapi.json by client/generate.ts (npm run generate:client). To change it, change the contract.
import { create, download, downloadText, get, inPath, iterate, page, patch, put, remove, replaceFile, upload } from './account-calls.ts'
import type * as wire from './account-wire.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'

/** The id of an object. */
export type Id = number | string

/** Messages. */
export const messages = (to: Transport) => ({
  /** Send messages. */
  send: (body: wire.MessagesSendBody, options?: CreateOptions) => create<wire.MessagesSendAnswer>(to, '/v2/messages', { body, options }),
  /** List messages, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.MessagesListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.MessagesListAnswer['data'][number]>(to, '/v2/messages', { query, options }),
  /** List messages, newest first: one page. */
  page: (query?: wire.MessagesListQuery, options?: CallOptions) => page<wire.MessagesListAnswer>(to, '/v2/messages', { query, options }),
  /** Export messages as CSV. */
  export: (query?: wire.MessagesExportQuery, options?: CallOptions) => downloadText(to, '/v2/messages.csv', { query, options }),
  /** Get a message with its timeline. */
  get: (message: Id, options?: CallOptions) => get<wire.MessagesGetAnswer>(to, `/v2/messages/${inPath(message)}`, { options }),
  /** Cancel a pending message. */
  cancel: (message: Id, options?: CreateOptions) => create<wire.MessagesCancelAnswer>(to, `/v2/messages/${inPath(message)}/cancel`, { options }),
  /** Send an undelivered message again. */
  resend: (message: Id, query?: wire.MessagesResendQuery, options?: CreateOptions) => create<wire.MessagesResendAnswer>(to, `/v2/messages/${inPath(message)}/resend`, { query, options }),
})

/** Requests to send. */
export const requests = (to: Transport) => ({
  /** List requests to send, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.RequestsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.RequestsListAnswer['data'][number]>(to, '/v2/requests', { query, options }),
  /** List requests to send, newest first: one page. */
  page: (query?: wire.RequestsListQuery, options?: CallOptions) => page<wire.RequestsListAnswer>(to, '/v2/requests', { query, options }),
  /** Get a request with its results. */
  get: (request: Id, options?: CallOptions) => get<wire.RequestsGetAnswer>(to, `/v2/requests/${inPath(request)}`, { options }),
  /** List the recipients of a request. Pages are fetched on demand. */
  recipients: (request: Id, query?: Omit<wire.RequestsRecipientsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.RequestsRecipientsAnswer['data'][number]>(to, `/v2/requests/${inPath(request)}/recipients`, { query, options }),
  /** List the recipients of a request: one page. */
  recipientsPage: (request: Id, query?: wire.RequestsRecipientsQuery, options?: CallOptions) => page<wire.RequestsRecipientsAnswer>(to, `/v2/requests/${inPath(request)}/recipients`, { query, options }),
  /** Cancel the pending messages of a request. */
  cancel: (request: Id, options?: CreateOptions) => create<wire.RequestsCancelAnswer>(to, `/v2/requests/${inPath(request)}/cancel`, { options }),
  /** Change the time of the pending messages of a request. */
  reschedule: (request: Id, body: wire.RequestsRescheduleBody, options?: CreateOptions) => create<wire.RequestsRescheduleAnswer>(to, `/v2/requests/${inPath(request)}/reschedule`, { body, options }),
  /** Send the undelivered messages of a request again. */
  resend: (request: Id, query?: wire.RequestsResendQuery, options?: CreateOptions) => create<wire.RequestsResendAnswer>(to, `/v2/requests/${inPath(request)}/resend`, { query, options }),
})

/** Quotes. */
export const quotes = (to: Transport) => ({
  /** Get the price of a send. */
  create: (body: wire.QuotesCreateBody, options?: CreateOptions) => create<wire.QuotesCreateAnswer>(to, '/v2/quotes', { body, options }),
})

/** Campaigns. */
export const campaigns = (to: Transport) => ({
  /** List campaigns. Pages are fetched on demand. */
  list: (query?: Omit<wire.CampaignsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.CampaignsListAnswer['data'][number]>(to, '/v2/campaigns', { query, options }),
  /** List campaigns: one page. */
  page: (query?: wire.CampaignsListQuery, options?: CallOptions) => page<wire.CampaignsListAnswer>(to, '/v2/campaigns', { query, options }),
  /** Create a campaign as a draft. */
  create: (body: wire.CampaignsCreateBody, options?: CreateOptions) => create<wire.CampaignsCreateAnswer>(to, '/v2/campaigns', { body, options }),
  /** Get a campaign with its progress and results. */
  get: (campaign: Id, options?: CallOptions) => get<wire.CampaignsGetAnswer>(to, `/v2/campaigns/${inPath(campaign)}`, { options }),
  /** Change a campaign. */
  update: (campaign: Id, body: wire.CampaignsUpdateBody, options?: CallOptions) => put<wire.CampaignsUpdateAnswer>(to, `/v2/campaigns/${inPath(campaign)}`, { body, options }),
  /** Delete a draft or an ended campaign. */
  delete: (campaign: Id, options?: CallOptions) => remove(to, `/v2/campaigns/${inPath(campaign)}`, { options }),
  /** Upload recipients as a CSV file. */
  upload: (campaign: Id, csv: string, query?: wire.CampaignsUploadQuery, options?: CallOptions) => replaceFile<wire.CampaignsUploadAnswer>(to, `/v2/campaigns/${inPath(campaign)}/file`, { csv, query, options }),
  /** Remove the uploaded recipients. */
  removeFile: (campaign: Id, options?: CallOptions) => remove(to, `/v2/campaigns/${inPath(campaign)}/file`, { options }),
  /** Count the recipients, calculate the price, and show messages as they would be sent. */
  preview: (campaign: Id, query?: wire.CampaignsPreviewQuery, options?: CallOptions) => get<wire.CampaignsPreviewAnswer>(to, `/v2/campaigns/${inPath(campaign)}/preview`, { query, options }),
  /** Send a campaign to a few numbers as a test. */
  test: (campaign: Id, body: wire.CampaignsTestBody, options?: CreateOptions) => create<wire.CampaignsTestAnswer>(to, `/v2/campaigns/${inPath(campaign)}/test`, { body, options }),
  /** Start a campaign, or schedule it by its `schedule`. */
  start: (campaign: Id, query?: wire.CampaignsStartQuery, options?: CreateOptions) => create<wire.CampaignsStartAnswer>(to, `/v2/campaigns/${inPath(campaign)}/start`, { query, options }),
  /** Withdraw the start of a campaign that has not begun. */
  withdraw: (campaign: Id, options?: CreateOptions) => create<wire.CampaignsWithdrawAnswer>(to, `/v2/campaigns/${inPath(campaign)}/withdraw`, { options }),
  /** Pause a campaign. */
  pause: (campaign: Id, options?: CreateOptions) => create<wire.CampaignsPauseAnswer>(to, `/v2/campaigns/${inPath(campaign)}/pause`, { options }),
  /** Resume a paused campaign. */
  resume: (campaign: Id, options?: CreateOptions) => create<wire.CampaignsResumeAnswer>(to, `/v2/campaigns/${inPath(campaign)}/resume`, { options }),
  /** Cancel a campaign and its waiting messages. */
  cancel: (campaign: Id, options?: CreateOptions) => create<wire.CampaignsCancelAnswer>(to, `/v2/campaigns/${inPath(campaign)}/cancel`, { options }),
  /** Send the undelivered messages of an ended campaign again. */
  resend: (campaign: Id, options?: CreateOptions) => create<wire.CampaignsResendAnswer>(to, `/v2/campaigns/${inPath(campaign)}/resend`, { options }),
  /** Get results by reason, by hour and by link. */
  results: (campaign: Id, options?: CallOptions) => get<wire.CampaignsResultsAnswer>(to, `/v2/campaigns/${inPath(campaign)}/results`, { options }),
  /** List recipients who replied, opted out or clicked. Pages are fetched on demand. */
  responses: (campaign: Id, query?: Omit<wire.CampaignsResponsesQuery, 'cursor'>, options?: CallOptions) => iterate<wire.CampaignsResponsesAnswer['data'][number]>(to, `/v2/campaigns/${inPath(campaign)}/responses`, { query, options }),
  /** List recipients who replied, opted out or clicked: one page. */
  responsesPage: (campaign: Id, query?: wire.CampaignsResponsesQuery, options?: CallOptions) => page<wire.CampaignsResponsesAnswer>(to, `/v2/campaigns/${inPath(campaign)}/responses`, { query, options }),
})

/** Scheduled requests. */
export const scheduled = (to: Transport) => ({
  /** List requests with pending messages. Pages are fetched on demand. */
  list: (query?: Omit<wire.ScheduledListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ScheduledListAnswer['data'][number]>(to, '/v2/scheduled', { query, options }),
  /** List requests with pending messages: one page. */
  page: (query?: wire.ScheduledListQuery, options?: CallOptions) => page<wire.ScheduledListAnswer>(to, '/v2/scheduled', { query, options }),
})

/** Sender IDs. */
export const senders = (to: Transport) => ({
  /** List sender IDs. Pages are fetched on demand. */
  list: (query?: Omit<wire.SendersListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.SendersListAnswer['data'][number]>(to, '/v2/senders', { query, options }),
  /** List sender IDs: one page. */
  page: (query?: wire.SendersListQuery, options?: CallOptions) => page<wire.SendersListAnswer>(to, '/v2/senders', { query, options }),
  /** Request a sender ID. */
  request: (body: wire.SendersRequestBody, options?: CreateOptions) => create<wire.SendersRequestAnswer>(to, '/v2/senders', { body, options }),
})

/** Templates. */
export const templates = (to: Transport) => ({
  /** List templates. Pages are fetched on demand. */
  list: (query?: Omit<wire.TemplatesListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.TemplatesListAnswer['data'][number]>(to, '/v2/templates', { query, options }),
  /** List templates: one page. */
  page: (query?: wire.TemplatesListQuery, options?: CallOptions) => page<wire.TemplatesListAnswer>(to, '/v2/templates', { query, options }),
  /** Create a template. */
  create: (body: wire.TemplatesCreateBody, options?: CreateOptions) => create<wire.TemplatesCreateAnswer>(to, '/v2/templates', { body, options }),
  /** Get a template. */
  get: (template: Id, options?: CallOptions) => get<wire.TemplatesGetAnswer>(to, `/v2/templates/${inPath(template)}`, { options }),
  /** Change a template. */
  update: (template: Id, body: wire.TemplatesUpdateBody, options?: CallOptions) => put<wire.TemplatesUpdateAnswer>(to, `/v2/templates/${inPath(template)}`, { body, options }),
  /** Delete a template. */
  delete: (template: Id, options?: CallOptions) => remove(to, `/v2/templates/${inPath(template)}`, { options }),
})

/** Contacts. */
export const contacts = (to: Transport) => ({
  /** List contacts, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.ContactsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ContactsListAnswer['data'][number]>(to, '/v2/contacts', { query, options }),
  /** List contacts, newest first: one page. */
  page: (query?: wire.ContactsListQuery, options?: CallOptions) => page<wire.ContactsListAnswer>(to, '/v2/contacts', { query, options }),
  /** Create a contact. */
  create: (body: wire.ContactsCreateBody, options?: CreateOptions) => create<wire.ContactsCreateAnswer>(to, '/v2/contacts', { body, options }),
  /** Get a contact. */
  get: (contact: Id, options?: CallOptions) => get<wire.ContactsGetAnswer>(to, `/v2/contacts/${inPath(contact)}`, { options }),
  /** Change a contact. */
  update: (contact: Id, body: wire.ContactsUpdateBody, options?: CallOptions) => put<wire.ContactsUpdateAnswer>(to, `/v2/contacts/${inPath(contact)}`, { body, options }),
  /** Delete a contact. */
  delete: (contact: Id, query?: wire.ContactsDeleteQuery, options?: CallOptions) => remove(to, `/v2/contacts/${inPath(contact)}`, { query, options }),
})

/** Address books. */
export const books = (to: Transport) => ({
  /** List address books. Pages are fetched on demand. */
  list: (query?: Omit<wire.BooksListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.BooksListAnswer['data'][number]>(to, '/v2/books', { query, options }),
  /** List address books: one page. */
  page: (query?: wire.BooksListQuery, options?: CallOptions) => page<wire.BooksListAnswer>(to, '/v2/books', { query, options }),
  /** Create an address book. */
  create: (body: wire.BooksCreateBody, options?: CreateOptions) => create<wire.BooksCreateAnswer>(to, '/v2/books', { body, options }),
  /** Get an address book. */
  get: (book: Id, options?: CallOptions) => get<wire.BooksGetAnswer>(to, `/v2/books/${inPath(book)}`, { options }),
  /** Change an address book. */
  update: (book: Id, body: wire.BooksUpdateBody, options?: CallOptions) => put<wire.BooksUpdateAnswer>(to, `/v2/books/${inPath(book)}`, { body, options }),
  /** Delete an address book. */
  delete: (book: Id, options?: CallOptions) => remove(to, `/v2/books/${inPath(book)}`, { options }),
  /** Export the contacts of an address book as CSV. */
  export: (book: Id, options?: CallOptions) => downloadText(to, `/v2/books/${inPath(book)}/export`, { options }),
})

/** Contact fields. */
export const contactFields = (to: Transport) => ({
  /** List contact fields. Pages are fetched on demand. */
  list: (query?: Omit<wire.ContactFieldsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ContactFieldsListAnswer['data'][number]>(to, '/v2/contact-fields', { query, options }),
  /** List contact fields: one page. */
  page: (query?: wire.ContactFieldsListQuery, options?: CallOptions) => page<wire.ContactFieldsListAnswer>(to, '/v2/contact-fields', { query, options }),
  /** Create a contact field. */
  create: (body: wire.ContactFieldsCreateBody, options?: CreateOptions) => create<wire.ContactFieldsCreateAnswer>(to, '/v2/contact-fields', { body, options }),
  /** Get a contact field. */
  get: (field: Id, options?: CallOptions) => get<wire.ContactFieldsGetAnswer>(to, `/v2/contact-fields/${inPath(field)}`, { options }),
  /** Change a contact field. */
  update: (field: Id, body: wire.ContactFieldsUpdateBody, options?: CallOptions) => put<wire.ContactFieldsUpdateAnswer>(to, `/v2/contact-fields/${inPath(field)}`, { body, options }),
  /** Delete a contact field and all its values. */
  delete: (field: Id, options?: CallOptions) => remove(to, `/v2/contact-fields/${inPath(field)}`, { options }),
})

/** Segments. */
export const segments = (to: Transport) => ({
  /** List segments. Pages are fetched on demand. */
  list: (query?: Omit<wire.SegmentsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.SegmentsListAnswer['data'][number]>(to, '/v2/segments', { query, options }),
  /** List segments: one page. */
  page: (query?: wire.SegmentsListQuery, options?: CallOptions) => page<wire.SegmentsListAnswer>(to, '/v2/segments', { query, options }),
  /** Save a filter of contacts as a segment. */
  create: (body: wire.SegmentsCreateBody, options?: CreateOptions) => create<wire.SegmentsCreateAnswer>(to, '/v2/segments', { body, options }),
  /** Get a segment. */
  get: (segment: Id, options?: CallOptions) => get<wire.SegmentsGetAnswer>(to, `/v2/segments/${inPath(segment)}`, { options }),
  /** Change a segment. */
  update: (segment: Id, body: wire.SegmentsUpdateBody, options?: CallOptions) => put<wire.SegmentsUpdateAnswer>(to, `/v2/segments/${inPath(segment)}`, { body, options }),
  /** Delete a segment. */
  delete: (segment: Id, options?: CallOptions) => remove(to, `/v2/segments/${inPath(segment)}`, { options }),
  /** Count the contacts of a segment. */
  count: (segment: Id, options?: CallOptions) => get<wire.SegmentsCountAnswer>(to, `/v2/segments/${inPath(segment)}/count`, { options }),
  /** Count the contacts of a filter, and show some of them. */
  preview: (body: wire.SegmentsPreviewBody, options?: CreateOptions) => create<wire.SegmentsPreviewAnswer>(to, '/v2/segments/preview', { body, options }),
})

/** Imports of contacts. */
export const imports = (to: Transport) => ({
  /** Import contacts from a CSV file. */
  create: (book: Id, csv: string, query?: wire.ImportsCreateQuery, options?: CreateOptions) => upload<wire.ImportsCreateAnswer>(to, `/v2/books/${inPath(book)}/imports`, { csv, query, options }),
  /** Show how a file would be imported. */
  preview: (book: Id, csv: string, query?: wire.ImportsPreviewQuery, options?: CreateOptions) => upload<wire.ImportsPreviewAnswer>(to, `/v2/books/${inPath(book)}/imports/preview`, { csv, query, options }),
  /** List imports, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.ImportsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ImportsListAnswer['data'][number]>(to, '/v2/imports', { query, options }),
  /** List imports, newest first: one page. */
  page: (query?: wire.ImportsListQuery, options?: CallOptions) => page<wire.ImportsListAnswer>(to, '/v2/imports', { query, options }),
  /** Get an import. */
  get: (importId: Id, options?: CallOptions) => get<wire.ImportsGetAnswer>(to, `/v2/imports/${inPath(importId)}`, { options }),
  /** Cancel an import. */
  cancel: (importId: Id, options?: CallOptions) => remove(to, `/v2/imports/${inPath(importId)}`, { options }),
  /** List the rows of an import with their results. Pages are fetched on demand. */
  rows: (importId: Id, query?: Omit<wire.ImportsRowsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ImportsRowsAnswer['data'][number]>(to, `/v2/imports/${inPath(importId)}/rows`, { query, options }),
  /** List the rows of an import with their results: one page. */
  rowsPage: (importId: Id, query?: wire.ImportsRowsQuery, options?: CallOptions) => page<wire.ImportsRowsAnswer>(to, `/v2/imports/${inPath(importId)}/rows`, { query, options }),
  /** Download the report of an import as CSV. */
  report: (importId: Id, options?: CallOptions) => downloadText(to, `/v2/imports/${inPath(importId)}/report`, { options }),
})

/** Incoming messages. */
export const inbound = (to: Transport) => ({
  /** List incoming messages, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.InboundListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.InboundListAnswer['data'][number]>(to, '/v2/inbound', { query, options }),
  /** List incoming messages, newest first: one page. */
  page: (query?: wire.InboundListQuery, options?: CallOptions) => page<wire.InboundListAnswer>(to, '/v2/inbound', { query, options }),
  /** Get the keywords to opt out, opt in again and get help. */
  words: (options?: CallOptions) => get<wire.InboundWordsAnswer>(to, '/v2/inbound/words', { options }),
  /** Set the keywords to opt out, opt in again and get help. */
  setWords: (body: wire.InboundSetWordsBody, options?: CallOptions) => put<wire.InboundSetWordsAnswer>(to, '/v2/inbound/words', { body, options }),
})

/** Conversations. */
export const conversations = (to: Transport) => ({
  /** List conversations, latest message first. Pages are fetched on demand. */
  list: (query?: Omit<wire.ConversationsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ConversationsListAnswer['data'][number]>(to, '/v2/conversations', { query, options }),
  /** List conversations, latest message first: one page. */
  page: (query?: wire.ConversationsListQuery, options?: CallOptions) => page<wire.ConversationsListAnswer>(to, '/v2/conversations', { query, options }),
  /** Start a conversation. */
  start: (body: wire.ConversationsStartBody, options?: CreateOptions) => create<wire.ConversationsStartAnswer>(to, '/v2/conversations', { body, options }),
  /** Count conversations that need attention. */
  counts: (options?: CallOptions) => get<wire.ConversationsCountsAnswer>(to, '/v2/conversations/counts', { options }),
  /** List the members who can answer. */
  assignees: (options?: CallOptions) => get<wire.ConversationsAssigneesAnswer>(to, '/v2/conversations/assignees', { options }),
  /** Get a conversation. */
  get: (conversation: Id, options?: CallOptions) => get<wire.ConversationsGetAnswer>(to, `/v2/conversations/${inPath(conversation)}`, { options }),
  /** Assign, close or reopen a conversation. */
  update: (conversation: Id, body: wire.ConversationsUpdateBody, options?: CallOptions) => put<wire.ConversationsUpdateAnswer>(to, `/v2/conversations/${inPath(conversation)}`, { body, options }),
  /** List the messages and notes of a conversation, newest first. Pages are fetched on demand. */
  entries: (conversation: Id, query?: Omit<wire.ConversationsEntriesQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ConversationsEntriesAnswer['data'][number]>(to, `/v2/conversations/${inPath(conversation)}/entries`, { query, options }),
  /** List the messages and notes of a conversation, newest first: one page. */
  entriesPage: (conversation: Id, query?: wire.ConversationsEntriesQuery, options?: CallOptions) => page<wire.ConversationsEntriesAnswer>(to, `/v2/conversations/${inPath(conversation)}/entries`, { query, options }),
  /** Reply. */
  reply: (conversation: Id, body: wire.ConversationsReplyBody, options?: CreateOptions) => create<wire.ConversationsReplyAnswer>(to, `/v2/conversations/${inPath(conversation)}/replies`, { body, options }),
  /** Add an internal note. */
  note: (conversation: Id, body: wire.ConversationsNoteBody, options?: CreateOptions) => create<wire.ConversationsNoteAnswer>(to, `/v2/conversations/${inPath(conversation)}/notes`, { body, options }),
  /** Mark a conversation as read. */
  read: (conversation: Id, body: wire.ConversationsReadBody, options?: CreateOptions) => create(to, `/v2/conversations/${inPath(conversation)}/read`, { body, options }),
  /** Download the file of a chat message. */
  media: (conversation: Id, message: Id, options?: CallOptions) => download(to, `/v2/conversations/${inPath(conversation)}/media/${inPath(message)}`, { options }),
  /** List the chat businesses to write from. */
  addresses: (options?: CallOptions) => get<wire.ConversationsAddressesAnswer>(to, '/v2/conversations/addresses', { options }),
  /** List the templates of the chat channels. Pages are fetched on demand. */
  templates: (query?: Omit<wire.ConversationsTemplatesQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ConversationsTemplatesAnswer['data'][number]>(to, '/v2/conversations/templates', { query, options }),
  /** List the templates of the chat channels: one page. */
  templatesPage: (query?: wire.ConversationsTemplatesQuery, options?: CallOptions) => page<wire.ConversationsTemplatesAnswer>(to, '/v2/conversations/templates', { query, options }),
})

/** Phone numbers. */
export const numbers = (to: Transport) => ({
  /** Get the state of a phone number. */
  get: (phone: Id, options?: CallOptions) => get<wire.NumbersGetAnswer>(to, `/v2/numbers/${inPath(phone)}`, { options }),
  /** List the history of a phone number, newest first. Pages are fetched on demand. */
  timeline: (phone: Id, query?: Omit<wire.NumbersTimelineQuery, 'cursor'>, options?: CallOptions) => iterate<wire.NumbersTimelineAnswer['data'][number]>(to, `/v2/numbers/${inPath(phone)}/timeline`, { query, options }),
  /** List the history of a phone number, newest first: one page. */
  timelinePage: (phone: Id, query?: wire.NumbersTimelineQuery, options?: CallOptions) => page<wire.NumbersTimelineAnswer>(to, `/v2/numbers/${inPath(phone)}/timeline`, { query, options }),
})

/** Opt-outs. */
export const optouts = (to: Transport) => ({
  /** List opt-outs, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.OptoutsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.OptoutsListAnswer['data'][number]>(to, '/v2/optouts', { query, options }),
  /** List opt-outs, newest first: one page. */
  page: (query?: wire.OptoutsListQuery, options?: CallOptions) => page<wire.OptoutsListAnswer>(to, '/v2/optouts', { query, options }),
  /** Opt a number out. */
  create: (body: wire.OptoutsCreateBody, options?: CreateOptions) => create<wire.OptoutsCreateAnswer>(to, '/v2/optouts', { body, options }),
  /** Remove an opt-out. */
  delete: (phone: Id, options?: CallOptions) => remove(to, `/v2/optouts/${inPath(phone)}`, { options }),
  /** Import opt-outs from a CSV file. */
  import: (csv: string, options?: CreateOptions) => upload<wire.OptoutsImportAnswer>(to, '/v2/optouts/import', { csv, options }),
  /** Export opt-outs as CSV. */
  export: (query?: wire.OptoutsExportQuery, options?: CallOptions) => downloadText(to, '/v2/optouts.csv', { query, options }),
})

/** Consents. */
export const consents = (to: Transport) => ({
  /** List consents, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.ConsentsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.ConsentsListAnswer['data'][number]>(to, '/v2/consents', { query, options }),
  /** List consents, newest first: one page. */
  page: (query?: wire.ConsentsListQuery, options?: CallOptions) => page<wire.ConsentsListAnswer>(to, '/v2/consents', { query, options }),
  /** Record a consent or its withdrawal. */
  create: (body: wire.ConsentsCreateBody, options?: CreateOptions) => create<wire.ConsentsCreateAnswer>(to, '/v2/consents', { body, options }),
  /** Import consents from a CSV file. */
  import: (csv: string, options?: CreateOptions) => upload<wire.ConsentsImportAnswer>(to, '/v2/consents/import', { csv, options }),
  /** Export consents as CSV. */
  export: (options?: CallOptions) => downloadText(to, '/v2/consents.csv', { options }),
})

/** Webhooks. */
export const webhooks = (to: Transport) => ({
  /** List webhook endpoints. Pages are fetched on demand. */
  list: (query?: Omit<wire.WebhooksListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.WebhooksListAnswer['data'][number]>(to, '/v2/webhooks', { query, options }),
  /** List webhook endpoints: one page. */
  page: (query?: wire.WebhooksListQuery, options?: CallOptions) => page<wire.WebhooksListAnswer>(to, '/v2/webhooks', { query, options }),
  /** Create a webhook endpoint. */
  create: (body: wire.WebhooksCreateBody, options?: CreateOptions) => create<wire.WebhooksCreateAnswer>(to, '/v2/webhooks', { body, options }),
  /** Get a webhook endpoint. */
  get: (endpoint: Id, options?: CallOptions) => get<wire.WebhooksGetAnswer>(to, `/v2/webhooks/${inPath(endpoint)}`, { options }),
  /** Change a webhook endpoint. */
  update: (endpoint: Id, body: wire.WebhooksUpdateBody, options?: CallOptions) => put<wire.WebhooksUpdateAnswer>(to, `/v2/webhooks/${inPath(endpoint)}`, { body, options }),
  /** Delete a webhook endpoint. */
  delete: (endpoint: Id, options?: CallOptions) => remove(to, `/v2/webhooks/${inPath(endpoint)}`, { options }),
  /** Rotate the secret of a webhook endpoint. */
  rotate: (endpoint: Id, options?: CreateOptions) => create<wire.WebhooksRotateAnswer>(to, `/v2/webhooks/${inPath(endpoint)}/rotate`, { options }),
  /** Send a test event. */
  test: (endpoint: Id, options?: CreateOptions) => create<wire.WebhooksTestAnswer>(to, `/v2/webhooks/${inPath(endpoint)}/test`, { options }),
  /** List the events of a webhook endpoint. Pages are fetched on demand. */
  events: (endpoint: Id, query?: Omit<wire.WebhooksEventsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.WebhooksEventsAnswer['data'][number]>(to, `/v2/webhooks/${inPath(endpoint)}/events`, { query, options }),
  /** List the events of a webhook endpoint: one page. */
  eventsPage: (endpoint: Id, query?: wire.WebhooksEventsQuery, options?: CallOptions) => page<wire.WebhooksEventsAnswer>(to, `/v2/webhooks/${inPath(endpoint)}/events`, { query, options }),
  /** List delivery attempts. Pages are fetched on demand. */
  attempts: (endpoint: Id, query?: Omit<wire.WebhooksAttemptsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.WebhooksAttemptsAnswer['data'][number]>(to, `/v2/webhooks/${inPath(endpoint)}/attempts`, { query, options }),
  /** List delivery attempts: one page. */
  attemptsPage: (endpoint: Id, query?: wire.WebhooksAttemptsQuery, options?: CallOptions) => page<wire.WebhooksAttemptsAnswer>(to, `/v2/webhooks/${inPath(endpoint)}/attempts`, { query, options }),
  /** Send events again. */
  repeat: (endpoint: Id, body: wire.WebhooksRepeatBody, options?: CreateOptions) => create<wire.WebhooksRepeatAnswer>(to, `/v2/webhooks/${inPath(endpoint)}/repeat`, { body, options }),
})

/** Balances. */
export const balances = (to: Transport) => ({
  /** List balances. */
  list: (options?: CallOptions) => get<wire.BalancesListAnswer>(to, '/v2/balances', { options }),
  /** Set reminders about a low balance. */
  setReminders: (product: Id, body: wire.BalancesSetRemindersBody, options?: CallOptions) => put<wire.BalancesSetRemindersAnswer>(to, `/v2/balances/${inPath(product)}/reminders`, { body, options }),
})

/** Statement. */
export const statement = (to: Transport) => ({
  /** List ledger entries, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.StatementListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.StatementListAnswer['data'][number]>(to, '/v2/statement', { query, options }),
  /** List ledger entries, newest first: one page. */
  page: (query?: wire.StatementListQuery, options?: CallOptions) => page<wire.StatementListAnswer>(to, '/v2/statement', { query, options }),
  /** Export ledger entries as CSV. */
  export: (query?: wire.StatementExportQuery, options?: CallOptions) => downloadText(to, '/v2/statement.csv', { query, options }),
})

/** Prices. */
export const prices = (to: Transport) => ({
  /** List prices. Pages are fetched on demand. */
  list: (query?: Omit<wire.PricesListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.PricesListAnswer['data'][number]>(to, '/v2/prices', { query, options }),
  /** List prices: one page. */
  page: (query?: wire.PricesListQuery, options?: CallOptions) => page<wire.PricesListAnswer>(to, '/v2/prices', { query, options }),
})

/** Airtime transfers. */
export const airtime = (to: Transport) => ({
  /** List airtime transfers, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.AirtimeListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.AirtimeListAnswer['data'][number]>(to, '/v2/airtime', { query, options }),
  /** List airtime transfers, newest first: one page. */
  page: (query?: wire.AirtimeListQuery, options?: CallOptions) => page<wire.AirtimeListAnswer>(to, '/v2/airtime', { query, options }),
  /** Send airtime. */
  send: (body: wire.AirtimeSendBody, options?: CreateOptions) => create<wire.AirtimeSendAnswer>(to, '/v2/airtime', { body, options }),
})

/** Checkout sessions. */
export const checkout = (to: Transport) => ({
  /** List checkout sessions, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.CheckoutListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.CheckoutListAnswer['data'][number]>(to, '/v2/checkout', { query, options }),
  /** List checkout sessions, newest first: one page. */
  page: (query?: wire.CheckoutListQuery, options?: CallOptions) => page<wire.CheckoutListAnswer>(to, '/v2/checkout', { query, options }),
  /** Get a checkout session. */
  get: (session: Id, options?: CallOptions) => get<wire.CheckoutGetAnswer>(to, `/v2/checkout/${inPath(session)}`, { options }),
})

/** One-time PIN applications. */
export const otp = (to: Transport) => ({
  /** List applications. Pages are fetched on demand. */
  apps: (query?: Omit<wire.OtpAppsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.OtpAppsAnswer['data'][number]>(to, '/v2/otp/apps', { query, options }),
  /** List applications: one page. */
  appsPage: (query?: wire.OtpAppsQuery, options?: CallOptions) => page<wire.OtpAppsAnswer>(to, '/v2/otp/apps', { query, options }),
  /** Create an application. */
  createApp: (body: wire.OtpCreateAppBody, options?: CreateOptions) => create<wire.OtpCreateAppAnswer>(to, '/v2/otp/apps', { body, options }),
  /** Get an application. */
  app: (app: Id, options?: CallOptions) => get<wire.OtpAppAnswer>(to, `/v2/otp/apps/${inPath(app)}`, { options }),
  /** Change an application. */
  updateApp: (app: Id, body: wire.OtpUpdateAppBody, options?: CallOptions) => put<wire.OtpUpdateAppAnswer>(to, `/v2/otp/apps/${inPath(app)}`, { body, options }),
  /** List requests for PINs, newest first. Pages are fetched on demand. */
  requests: (query?: Omit<wire.OtpRequestsQuery, 'cursor'>, options?: CallOptions) => iterate<wire.OtpRequestsAnswer['data'][number]>(to, '/v2/otp/requests', { query, options }),
  /** List requests for PINs, newest first: one page. */
  requestsPage: (query?: wire.OtpRequestsQuery, options?: CallOptions) => page<wire.OtpRequestsAnswer>(to, '/v2/otp/requests', { query, options }),
  /** Get the share of verified PINs. */
  overview: (options?: CallOptions) => get<wire.OtpOverviewAnswer>(to, '/v2/otp/overview', { options }),
  /** List the ranges that the fraud guard blocks. Pages are fetched on demand. */
  blocks: (query?: Omit<wire.OtpBlocksQuery, 'cursor'>, options?: CallOptions) => iterate<wire.OtpBlocksAnswer['data'][number]>(to, '/v2/otp/blocks', { query, options }),
  /** List the ranges that the fraud guard blocks: one page. */
  blocksPage: (query?: wire.OtpBlocksQuery, options?: CallOptions) => page<wire.OtpBlocksAnswer>(to, '/v2/otp/blocks', { query, options }),
  /** Unblock a range. */
  unblock: (block: Id, options?: CallOptions) => remove(to, `/v2/otp/blocks/${inPath(block)}`, { options }),
  /** Get the allowed destinations of PINs. */
  allowance: (options?: CallOptions) => get<wire.OtpAllowanceAnswer>(to, '/v2/otp/allowance', { options }),
})

/** Reports. */
export const reports = (to: Transport) => ({
  /** Get a report on messages. */
  get: (query?: wire.ReportsGetQuery, options?: CallOptions) => get<wire.ReportsGetAnswer>(to, '/v2/reports', { query, options }),
  /** Export a report as CSV. */
  export: (query?: wire.ReportsExportQuery, options?: CallOptions) => downloadText(to, '/v2/reports.csv', { query, options }),
})

/** Search. */
export const search = (to: Transport) => ({
  /** Find numbers, contacts, conversations, messages, campaigns, requests, templates, address books, segments and events. */
  find: (query?: wire.SearchFindQuery, options?: CallOptions) => get<wire.SearchFindAnswer>(to, '/v2/search', { query, options }),
})

/** Account. */
export const account = (to: Transport) => ({
  /** Get the account of the caller. */
  get: (options?: CallOptions) => get<wire.AccountGetAnswer>(to, '/v2/account', { options }),
  /** Change settings of the account. */
  update: (body: wire.AccountUpdateBody, options?: CallOptions) => patch<wire.AccountUpdateAnswer>(to, '/v2/account', { body, options }),
})

/** Overview. */
export const overview = (to: Transport) => ({
  /** Get the messages of the last 30 days, and problems. */
  get: (query?: wire.OverviewGetQuery, options?: CallOptions) => get<wire.OverviewGetAnswer>(to, '/v2/overview', { query, options }),
})

/** Events. */
export const events = (to: Transport) => ({
  /** List notes about the account, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.EventsListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.EventsListAnswer['data'][number]>(to, '/v2/events', { query, options }),
  /** List notes about the account, newest first: one page. */
  page: (query?: wire.EventsListQuery, options?: CallOptions) => page<wire.EventsListAnswer>(to, '/v2/events', { query, options }),
})

/** Request log. */
export const requestLog = (to: Transport) => ({
  /** List the API requests of the last seven days, newest first. Pages are fetched on demand. */
  list: (query?: Omit<wire.RequestLogListQuery, 'cursor'>, options?: CallOptions) => iterate<wire.RequestLogListAnswer['data'][number]>(to, '/v2/request-log', { query, options }),
  /** List the API requests of the last seven days, newest first: one page. */
  page: (query?: wire.RequestLogListQuery, options?: CallOptions) => page<wire.RequestLogListAnswer>(to, '/v2/request-log', { query, options }),
})

/** All topics. */
export const allTopics = (to: Transport) => ({
  messages: messages(to),
  requests: requests(to),
  quotes: quotes(to),
  campaigns: campaigns(to),
  scheduled: scheduled(to),
  senders: senders(to),
  templates: templates(to),
  contacts: contacts(to),
  books: books(to),
  contactFields: contactFields(to),
  segments: segments(to),
  imports: imports(to),
  inbound: inbound(to),
  conversations: conversations(to),
  numbers: numbers(to),
  optouts: optouts(to),
  consents: consents(to),
  webhooks: webhooks(to),
  balances: balances(to),
  statement: statement(to),
  prices: prices(to),
  airtime: airtime(to),
  checkout: checkout(to),
  otp: otp(to),
  reports: reports(to),
  search: search(to),
  account: account(to),
  overview: overview(to),
  events: events(to),
  requestLog: requestLog(to),
})
