/** A URL whose user name and password moved to a header. */
export interface Callable {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Kannel sends the user name and password of a URL as an Authorization header. Null for an invalid URL. */
export function withoutUserInfo(text: string): Callable | null {
  const [, scheme = '', userInfo, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#@]*)@)?(.*)$/is.exec(text) ?? []
  if (userInfo === undefined) return { url: text, headers: {} }
  try {
    const token = Buffer.from(decodeURIComponent(userInfo)).toString('base64')
    return { url: scheme + rest, headers: { authorization: `Basic ${token}` } }
  } catch {
    return null
  }
}
