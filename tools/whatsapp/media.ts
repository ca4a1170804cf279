import { createHash, randomBytes, randomInt } from 'node:crypto'

export interface Media {
  readonly id: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** Download URLs are valid for five minutes. */
const urlMs = 5 * 60_000

export interface MediaStore {
  add(mimeType: string, bytes: Buffer): Media
  has(id: string): boolean
  get(id: string): Media | null
  /** A new download path for the media. */
  openPath(id: string): string
  /** The media behind a download path; null when the path is unknown or too old. */
  findByPath(path: string): Media | null
}

export function createMedia(now: () => Date): MediaStore {
  const all = new Map<string, Media>()
  const paths = new Map<string, { media: Media; until: number }>()
  return {
    add(mimeType, bytes) {
      const media = { id: `${randomInt(1e9, 9e9)}${randomInt(1e6, 9e6)}`, mimeType, bytes }
      all.set(media.id, media)
      return media
    },
    has: (id) => all.has(id),
    get: (id) => all.get(id) ?? null,
    openPath(id) {
      const media = all.get(id)
      if (!media) throw new Error(`no media ${id}`)
      const path = `/whatsapp_business/attachments/${id}/${randomBytes(16).toString('base64url')}`
      paths.set(path, { media, until: now().getTime() + urlMs })
      return path
    },
    findByPath(path) {
      const found = paths.get(path)
      return found && found.until > now().getTime() ? found.media : null
    },
  }
}

/** Webhooks have the hash in base64, the media endpoint in hexadecimal. */
export const hashOf = ({ bytes }: Media, form: 'base64' | 'hex') => createHash('sha256').update(bytes).digest(form)
