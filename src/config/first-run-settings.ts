import { bool, emailText, optional, passwordText, setting, tokenText } from './kinds.ts'

/** Settings of the first user and the access token of the first account, used on the first run only. */
export const firstRunSettings = {
  adminEmail: setting(
    'NGOMA_ADMIN_EMAIL',
    'owner@ngoma.local',
    emailText,
    'Email address of the first user. Used on the first run only.',
  ),
  adminPassword: optional(
    'NGOMA_ADMIN_PASSWORD',
    'random',
    passwordText,
    'Password of the first user. Used on the first run only.',
  ),
  accessToken: optional(
    'NGOMA_ACCESS_TOKEN',
    'none',
    tokenText,
    'Access token of the first account. Used on the first run only.',
  ),
  lenient: setting(
    'NGOMA_LENIENT',
    'false',
    bool,
    'Make the API key and token of the first account accept the format of older clients. Used on the first run only.',
  ),
} as const
