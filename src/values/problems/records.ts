import type { Problems } from './problem.ts'

/** Problems of what an account keeps: contacts, webhooks, PIN applications, files. */
export const recordProblems = {
  contact_not_found: [404, 'The contact does not exist.'],
  contact_exists: [409, 'Another contact has the phone number.'],
  book_not_found: [
    404,
    'The address book does not exist.',
    'the address book was deleted or belongs to another account: take its ID from GET /v2/books or the Contacts page',
  ],
  book_exists: [409, 'Another address book has the name.'],
  book_in_use: [409, 'A segment uses the address book.'],
  default_book: [403, 'The address book Default cannot be renamed or deleted.'],
  field_not_found: [
    404,
    'The contact field does not exist.',
    'the field was deleted or belongs to another account: take its ID from the list of contact fields',
  ],
  field_exists: [409, 'A contact field with this name exists.', 'choose another name, or use the existing field'],
  field_key_taken: [
    409,
    'The key is the name of a standard field, or of another contact field.',
    'choose a key that is neither a standard field nor the key of another field, or leave it out',
  ],
  field_being_removed: [
    409,
    'A deleted contact field still uses the key.',
    'the values of the deleted field are still being removed: try again in a few minutes, or choose another key',
  ],
  too_many_fields: [
    409,
    'The account has the maximum number of contact fields.',
    'delete a field that you no longer need',
  ],
  field_in_use: [409, 'A segment uses the contact field.'],
  unknown_field: [400, 'The account has no contact field with this key.'],
  invalid_field: [400, 'The name, the key or the choices of a contact field are invalid.'],
  invalid_field_value: [400, 'The value does not fit the type of the contact field.'],
  segment_not_found: [
    404,
    'The segment does not exist.',
    'the segment was deleted or belongs to another account: take its ID from the list of segments',
  ],
  segment_exists: [409, 'Another segment has the name.', 'choose another name, or change the existing segment'],
  segment_incomplete: [
    409,
    'An address book in the filter of the segment was deleted.',
    'change the filter of the segment: without the address book it would select other contacts',
  ],
  segment_too_slow: [
    422,
    'Too few of many contacts match the segment.',
    'few of the contacts match: add a condition on an address book with fewer contacts',
  ],
  too_many_segments: [
    409,
    'The account has the maximum number of segments.',
    'delete a segment that you no longer need',
  ],
  invalid_condition: [400, 'A condition of the filter is invalid.'],
  import_not_found: [
    404,
    'The import does not exist.',
    'GET /v2/imports and the Imports page of Contacts list the imports',
  ],
  import_ended: [
    409,
    'The import has already ended.',
    'nothing is left to cancel: its report shows the result of each row',
  ],
  import_cancelled: [
    409,
    'The import was cancelled during the upload.',
    'a user cancelled the import during the upload: upload the file again',
  ],
  optout_not_found: [
    404,
    'The number has not opted out.',
    'GET /v2/optouts and the Opt-outs page list the numbers that opted out',
  ],

  url_not_allowed: [400, 'The URL is invalid, or its host is not allowed.'],
  endpoint_not_found: [
    404,
    'The webhook endpoint does not exist.',
    'GET /v2/webhooks and the Webhooks page list the endpoints of the account',
  ],
  invalid_word: [400, 'A keyword is invalid, or is used twice.'],
  endpoint_limit: [409, 'The account has the maximum number of webhook endpoints.'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled.', 'enable it first'],
  endpoint_of_messages: [
    409,
    'The webhook endpoint belongs to the `callback_url` of messages.',
    'this endpoint was created for the callback_url of messages: to use another URL, change callback_url when you send',
  ],
  event_not_found: [
    404,
    'The event does not exist.',
    'GET /v2/webhooks/{endpoint}/events and the page of the endpoint list its events; old events are deleted',
  ],
  rotation_limit: [409, 'The secret was rotated too often in 24 hours.'],
  invalid_header: [400, 'A header of the webhook endpoint is invalid or reserved.'],
  headers_of_other_server: [409, 'The headers were set for another server.'],

  balance_not_found: [
    404,
    'The product has no balance.',
    'GET /v2/balances and the Credit page list the products that have credit',
  ],
  reminder_phone_missing: [400, 'SMS reminders need a phone number.', 'add a number, or turn off SMS reminders'],
  reference_used: [409, 'The reference was used with another transfer.'],
  session_not_found: [
    404,
    'The checkout session does not exist.',
    'GET /v2/checkout and the Checkout page list the sessions of the account',
  ],
  conversation_not_found: [
    404,
    'The conversation does not exist.',
    'GET /v2/conversations and the Inbox page list the conversations of the account',
  ],
  already_replied: [409, 'A member has replied since.'],
  opted_out: [
    409,
    'The number has opted out.',
    'the number has opted out: it gets no messages until the person sends START, or you remove the opt-out',
  ],
  reply_sender_missing: [400, 'The reply needs an active sender ID.'],
  assignee_not_found: [400, 'The assignee is not a member who can answer.'],
  chat_template_required: [400, 'No chat session is open, so only a template can be sent.'],
  media_not_found: [
    404,
    'The message has no file, or it was removed.',
    'use the media id of a chat callback; old files are removed',
  ],
  media_not_allowed: [403, 'Files of this type cannot be downloaded.'],
  media_unavailable: [
    502,
    'The chat channel did not provide the file.',
    'the chat channel did not provide the file: it is too large, too old, or the channel is unreachable',
  ],
  app_not_found: [
    404,
    'The application does not exist.',
    'GET /v2/otp/apps and the PINs page list the applications of the account',
  ],
  pin_placeholder_missing: [
    400,
    'The text of the application lacks {pin}.',
    'the text of an application needs {pin} where the PIN goes',
  ],
  invalid_channels: [400, 'The channels of the application cannot be used.'],
  unknown_country: [400, 'The country is unknown or has no calling code of its own.'],
  block_not_found: [
    404,
    'The range is not blocked.',
    'the block may have expired: the PINs page lists the active blocks',
  ],

  file_empty: [400, 'The file is empty.', 'the first line must contain the column names'],
  file_without_rows: [400, 'The file has no rows.', 'add rows below the line with the column names'],
  file_not_utf8: [400, 'The encoding of the file is not UTF-8.', 'save the file as CSV with UTF-8 encoding'],
  file_is_spreadsheet: [400, 'The file is a spreadsheet.', 'save the file as CSV with UTF-8 encoding'],
  column_missing: [400, 'The file lacks a column.'],
  phone_column_missing: [
    400,
    'No column of the file has phone numbers.',
    'the first line must have the column names, one of them phone; a file without other columns may be a plain list of numbers',
  ],
  too_many_uploads: [429, 'Too many uploads are running.', 'wait until another upload is finished'],
  invalid_amount: [400, 'The amount is missing or invalid.'],
  invalid_reference: [400, 'The reference is missing or invalid.'],
  nothing_to_replay: [
    400,
    'The request names no event and no time to start from.',
    'name an event, or the time to start from',
  ],
} as const satisfies Problems
