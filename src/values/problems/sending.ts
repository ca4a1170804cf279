import type { Problems } from './problem.ts'

/** Problems of any route, of access, and of sending. */
export const sendingProblems = {
  invalid_request: [400, 'The body is invalid.'],
  invalid_parameter: [400, 'A parameter is invalid.'],
  not_authenticated: [
    401,
    'You are not signed in.',
    'sign in to the dashboard, or use the command line (npx ngoma) on the server',
  ],
  cross_site: [
    403,
    'The request came from a page of another site.',
    'open the dashboard at the address of the server; a proxy in front of it must pass on the Host header, and NGOMA_TRUSTED_PROXIES must name the proxy',
  ],
  forbidden: [403, 'The role of the user does not allow this.'],
  not_found: [404, 'The path or the object does not exist.'],
  method_not_allowed: [405, 'The path exists for other methods.'],
  conflict: [409, 'The request conflicts with the current state.'],
  body_too_large: [413, 'The body or the file is too large.'],
  unsupported_media_type: [415, 'The body has another media type or encoding than the route reads.'],
  too_many_requests: [429, 'A rate limit is exceeded.'],
  internal_error: [500, 'The server failed.'],
  unavailable: [503, 'The server is temporarily unavailable.'],

  scope_missing: [403, 'The key or token lacks the scope of the route.'],
  account_not_named: [
    400,
    'The request does not name the account.',
    'users and the command line name the account in the header Ngoma-Account, such as Ngoma-Account: 1',
  ],
  account_not_found: [
    404,
    'The account does not exist, or the user is not a member.',
    'choose one of your accounts in the dashboard; operators list all accounts on the Accounts page, or with npx ngoma account list',
  ],
  account_mismatch: [
    403,
    'The key or token belongs to another account.',
    'a key or token works for its own account only: leave out Ngoma-Account and the parameter account, or use a credential of that account',
  ],
  account_suspended: [
    403,
    'The account is suspended.',
    'its data is read-only; your administrator can resume the account',
  ],
  two_factor_required: [
    403,
    'The user has to set up two-factor authentication.',
    'set up two-factor authentication on the Profile and security page; if you already have it, confirm with a code there',
  ],
  proof_required: [
    403,
    'The user has to confirm their identity.',
    'POST /console/v1/auth/prove with your password or a code, then repeat the request within ten minutes',
  ],

  invalid_idempotency_key: [400, 'The Idempotency-Key is empty, too long or sent twice.'],
  idempotency_key_reused: [409, 'The Idempotency-Key was used with another body.'],
  request_in_progress: [409, 'The first request with this Idempotency-Key is still running.'],
  secret_shown_once: [
    409,
    'The repeated request succeeded before, and its answer had a secret.',
    'the first request with this Idempotency-Key succeeded, but secrets are shown once: rotate the secret if you lost it',
  ],

  invalid_phone: [400, 'A phone number is not valid for the country of the account.'],
  invalid_file: [400, 'The CSV file cannot be read, or lacks a column.'],
  no_valid_rows: [
    400,
    'Every row of the file is invalid.',
    'check the column with the numbers, and the country of the account',
  ],

  insufficient_balance: [400, 'The credit does not cover the price.'],
  daily_limit_reached: [429, 'The account has reached its limit of messages per day.'],
  queue_too_old: [503, 'Too many messages are waiting.'],
  too_many_exports: [429, 'The account already runs two exports.'],
  no_route: [400, 'No carrier, provider or channel serves the recipient.'],
  invalid_content: [
    400,
    'The message has no content, or more than one.',
    'give exactly one of text, template_id and binary',
  ],
  invalid_message: [400, 'The text is empty or too long.'],
  invalid_binary: [400, 'The binary content is invalid or too long.'],
  unknown_placeholder: [400, 'A placeholder of the text has no value.'],
  missing_recipients: [
    400,
    'The send names no recipients.',
    'give recipients in to, contact_ids, book_ids or segment_ids, such as "to": ["0712 345 678"]',
  ],
  too_many_recipients: [400, 'The send has too many recipients.'],
  invalid_sender: [400, 'The sender ID is too long or has invalid characters.'],
  unknown_sender: [400, 'The account has no such sender ID.'],
  sender_inactive: [400, 'The sender ID is pending, rejected or inactive.'],
  sender_exists: [409, 'The account already has the sender ID.'],
  invalid_time: [
    400,
    'A time is not in a known format.',
    'write a local time such as 2026-12-24T09:00, and the time zone separately',
  ],
  time_in_past: [400, 'The time is in the past.', 'change the schedule to a later time, or remove it to start now'],
  invalid_send_window: [
    400,
    'The sending window is not two different times of day.',
    'from and to must be different times of day, such as 08:00 and 20:00; null removes the window',
  ],
  send_window_closed: [
    400,
    'The sending windows of the send and of the account have no hour in common.',
    'send_window and the sending window of the account have no hour in common; see sending_window of GET /v2/account, or npx ngoma account change',
  ],
  send_window_too_late: [
    400,
    'The sending window opens after all messages have expired.',
    'all messages would expire before send_window opens; give a longer validity, or a not_before within the window',
  ],
  invalid_callback_url: [400, 'The callback URL is invalid, or its host is not allowed.'],
  nothing_to_resend: [
    409,
    'No message ended undelivered.',
    'only messages that ended undelivered, and were not cancelled, can be sent again',
  ],
  already_resent: [
    409,
    'All undelivered messages were sent again.',
    'all undelivered messages were sent again: resend the newer request, or send these once more with again=true (--again)',
  ],
  text_removed: [
    409,
    'The text was removed, so it cannot be sent again.',
    'the text of this request was removed by the retention settings or an erasure; send a new one',
  ],
  message_not_found: [
    404,
    'The message does not exist.',
    'list the messages of the account with GET /v2/messages or npx ngoma message list --all, or on the Messages page',
  ],
  request_not_found: [
    404,
    'The request to send does not exist.',
    'list the requests of the account with GET /v2/requests or npx ngoma request list, or on the Messages page',
  ],

  campaign_not_found: [
    404,
    'The campaign does not exist.',
    'the campaign was deleted or belongs to another account: take its ID from the list of campaigns',
  ],
  campaign_started: [
    409,
    'The campaign has started.',
    'only the pace can still change: cancel the campaign and create another one',
  ],
  campaign_state: [409, 'The status of the campaign does not allow this.'],
  campaign_without_audience: [
    400,
    'The campaign names no recipients.',
    'name an address book, a segment or contacts, or upload a file',
  ],
  too_many_campaigns: [
    409,
    'The account has the maximum number of drafts and running campaigns.',
    'delete a draft that you no longer need',
  ],
  not_in_audience: [
    404,
    'The number is not a recipient of the campaign.',
    'the number is not in the audience, or is excluded',
  ],
  invalid_zone: [
    400,
    'The time zone is unknown, or the country of the account has several.',
    'use recipient, account, or a name such as Africa/Dar_es_Salaam',
  ],
  invalid_link: [400, 'A link in the text is not a valid http or https URL.'],
  too_many_links: [400, 'The text has too many links.', 'remove some of them'],
  links_unavailable: [
    409,
    'The server has no public address for short links.',
    'the operator sets NGOMA_PUBLIC_URL or NGOMA_HOST_LINKS',
  ],
  links_need_campaign: [
    400,
    'Links work in campaigns only.',
    'write the URL without {link }, or send the text as a campaign',
  ],

  template_not_found: [
    404,
    'The template does not exist.',
    'GET /v2/templates and the Templates page list the templates of the account',
  ],
} as const satisfies Problems
