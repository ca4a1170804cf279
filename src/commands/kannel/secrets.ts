import type { Group } from './read-config.ts'

/** Secrets in a kannel.conf. Scripts read them from the file with `ngoma kannel password`. */

/** Settings whose values must not appear in a script. */
const secretSetting = /pass|secret|token/i
/** Parameters of URLs whose values must not appear in a script. */
const secretParameter = /pass|pw|secret|token|auth|key$/i
const parameter = /([?&;]([^=&;?#\s]+)=)([^&;#\s]*)/g
const withUserInfo = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s]*)@/i

/** The value of a setting for a comment, without its secrets. */
export const hideSecrets = (setting: string, value: string) =>
  secretSetting.test(setting)
    ? '…'
    : value
        .replace(withUserInfo, '$1…@')
        .replace(parameter, (written, begin: string, name: string, text: string) =>
          isSecret(name, text) ? `${begin}…` : written,
        )

/** An escape code of Kannel is not a secret. */
const isSecret = (name: string, value: string) => secretParameter.test(name) && value !== '' && !/^%[a-z]$/i.test(value)

/** How an smsc group of HTTP calls its provider. */
export interface HttpAccess {
  /** With `{secrets.password}` for the password. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty without one. */
  readonly password: string
  /** Secrets beside the password, which a carrier cannot have. */
  readonly others: readonly string[]
}

const placeholder = '{secrets.password}'

/** The password is in smsc-password or in the URL: as a parameter, or as a user name and password before the host. */
export function readAccess({ settings }: Group): HttpAccess {
  const written = settings.get('send-url') ?? ''
  const configured = settings.get('smsc-password') ?? ''
  const userInfo = withUserInfo.exec(written)?.[2]
  const url = written.replace(withUserInfo, '$1')
  const parameters = [...url.matchAll(parameter)].flatMap(([, , name = '', value = '']) =>
    isSecret(name, value) || (configured !== '' && decode(value) === configured)
      ? [{ name, value: decode(value) }]
      : [],
  )
  const basic = userInfo === undefined ? '' : Buffer.from(decode(userInfo)).toString('base64')
  const isUsed =
    settings.get('system-type') === 'kannel' || url.includes(configured) || url.includes(encodeURIComponent(configured))
  const password = (isUsed && configured) || parameters[0]?.value || basic || configured
  const isBasic = basic !== '' && password === basic
  return {
    url: replaceSecrets(url, new Set(parameters.map(({ name }) => name)), password),
    headers: isBasic ? { Authorization: `Basic ${placeholder}` } : {},
    password,
    others: [
      ...parameters.filter(({ value }) => value !== password).map(({ name }) => name),
      ...(basic === '' || isBasic ? [] : ['the user name and password before the host']),
    ],
  }
}

function replaceSecrets(url: string, names: ReadonlySet<string>, password: string): string {
  const replaced = url.replace(parameter, (written, begin: string, name: string, value: string) =>
    names.has(name) ? begin + (decode(value) === password ? placeholder : '…') : written,
  )
  // It may be a part of the path.
  return password === '' ? replaced : replaced.replaceAll(encodeURIComponent(password), placeholder)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
