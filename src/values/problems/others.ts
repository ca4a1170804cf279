import type { Problems } from './problem.ts'

/** Problems of numbers, payments, credentials, signing in and the server. */
export const otherProblems = {
  invalid_number: [400, 'The incoming number is invalid.', 'an incoming number has 3 to 15 digits, without +'],
  keyword_is_command: [400, 'The keyword is a command.'],
  staging_only: [
    403,
    'This is possible in staging only.',
    'outside staging, incoming messages come only from carriers',
  ],
  unknown_destination: [
    400,
    'The virtual phone cannot write to this number.',
    'a virtual phone can write only to senders that wrote to it, or to numbers and keywords of the account',
  ],
  belongs_to_other_account: [
    409,
    'The number or the keyword belongs to another account.',
    'the number, or the keyword on it, belongs to another account',
  ],
  channel_not_found: [
    404,
    'The chat channel does not exist.',
    'the Providers page lists the chat channels, as does npx ngoma provider list --product chat',
  ],
  templates_unavailable: [502, 'The chat channel did not provide its templates.'],
  invalid_website: [400, 'A website is invalid.'],
  payment_not_found: [
    404,
    'The payment does not exist.',
    'the Payments page lists all payments, as does npx ngoma payment list',
  ],
  payment_ended: [409, 'The payment has ended.', 'the result of a payment cannot be changed'],
  payment_in_progress: [
    409,
    'The payer may still be paying.',
    'the payer may still be paying; a payment can be ended by hand ten minutes after its start',
  ],
  no_refund_due: [
    409,
    'No refund of the payment is due.',
    'the Payments page lists the due refunds, as does npx ngoma payment list --list refunds',
  ],
  do_not_disturb_not_found: [
    404,
    'The number is not on the do-not-disturb list.',
    'the Do not disturb page has the list, as has npx ngoma do-not-disturb list',
  ],
  invalid_credential: [400, 'The settings of the credential are invalid.'],
  credential_not_found: [
    404,
    'The credential does not exist.',
    'the Developer page lists the keys and tokens of the account, as does npx ngoma credential list',
  ],
  parent_not_found: [
    404,
    'The parent account does not exist.',
    'the Accounts page lists all accounts, as does npx ngoma account list',
  ],
  operator_rights_by_operators: [
    403,
    'Only operators can grant operator rights.',
    'leave out operator, or ask an operator to create the credential',
  ],
  credential_rotated: [409, 'The credential was rotated.'],
  credential_ended: [
    409,
    'The credential is expired or revoked.',
    'an expired or revoked credential cannot be changed: create a new one',
  ],
  sender_not_found: [
    404,
    'The sender ID does not exist.',
    'GET /v2/senders and the Sender names page list the sender IDs of an account',
  ],
  sender_state: [409, 'The status of the sender ID does not allow this.'],
  invalid_email_or_password: [
    401,
    'The email address or the password is wrong.',
    'check the email address and the password, including capital letters; reset a forgotten password by email, or ask an operator to run npx ngoma user reset EMAIL',
  ],
  invalid_password: [400, 'The password is wrong.', 'enter your current password, and check its capital letters'],
  invalid_code: [
    401,
    'The code is wrong.',
    'use the code that the app shows now, or the next one if you already used it; check that the clocks of both devices are right',
  ],
  invalid_token: [400, 'The link was already used or has expired.', 'request a new link'],
  password_too_short: [
    400,
    'The password is too short.',
    'a password needs at least 8 characters: a few words are easy to remember',
  ],
  password_too_long: [400, 'The password is too long.', 'a password has at most 128 characters'],
  password_too_common: [
    400,
    'The password is too common.',
    'this password is among the first that attackers try: choose a few unrelated words',
  ],
  password_is_email: [
    400,
    'The password is your email address.',
    'your email address is easy to guess: choose a few unrelated words',
  ],
  passkey_not_found: [401, 'The passkey was removed.', 'sign in with your password and add it again'],
  authentication_failed: [401, 'The sign-in failed.', 'try again, or sign in with your password'],
  user_not_verified: [
    401,
    'The device did not verify you.',
    'use a passkey that asks for a PIN, a fingerprint or a face',
  ],
  failed_to_verify_registration: [
    400,
    'The passkey was not accepted.',
    'open the dashboard at the address that passkeys are configured for, and try again',
  ],
  challenge_not_found: [400, 'This took too long.', 'start again'],
  invalid_backup_code: [
    401,
    'The backup code is wrong.',
    'each backup code works once: use another, or ask an operator to remove the second factor',
  ],
  invalid_two_factor_cookie: [401, 'The sign-in took too long.', 'start again with email and password'],
  account_temporarily_locked: [
    429,
    'There were too many wrong codes.',
    'wait a few minutes, then use the current code of the app',
  ],
  too_many_attempts_request_new_code: [400, 'There were too many attempts.', 'start again with email and password'],
  sign_in_failed: [400, 'The sign-in was refused.', 'go back to the sign-in page and start again'],
  no_email_address: [
    409,
    'Your sign-in has no email address.',
    'sign in to the dashboard: the test email goes to your own address',
  ],
  carrier_without_account: [
    400,
    'Carriers have no account and no priority.',
    'routes give carriers to accounts and order them: use the Routes page, or npx ngoma route create',
  ],
  archive_unusable: [503, 'The archive cannot be used.'],
  invalid_rows: [400, 'Some rows of the file are invalid.'],
  nested_sub_account: [409, 'A sub-account cannot have sub-accounts.'],
  invalid_shop_url: [
    400,
    'The address of the shop is invalid.',
    'shopUrl is an http or https address without a user, such as https://shop.example.com, or null',
  ],
  logged_request_not_found: [
    404,
    'The request is not in the log.',
    'the request log keeps the latest requests for seven days',
  ],
  no_event_stream: [406, 'The path serves an event stream.', 'send Accept: text/event-stream'],
  backup_running: [409, 'Another backup is running.', 'wait until it has finished, then try again'],
  secret_not_rotatable: [409, 'The root secret cannot be rotated.'],
  too_many_streams: [
    429,
    'Too many pages with live updates are open.',
    'close other tabs of the dashboard; pages without live updates still refresh on a timer',
  ],
} as const satisfies Problems
