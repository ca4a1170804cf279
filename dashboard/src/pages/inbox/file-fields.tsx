import { Group, Select, TextInput } from '@mantine/core'
import { t } from '../../text.ts'
import type { Draft, FileType, Message } from './draft.ts'

type File = Draft['file']

const types: readonly FileType[] = ['image', 'document', 'video', 'audio']

const isLink = (url: string) => /^https:\/\/./i.test(url.trim()) && URL.canParse(url.trim())

/** The file of a message; null without a link. Services show the name of a document, and no caption of a recording. */
export function mediaOf({ type, url, caption }: File): NonNullable<Message['media']> | null {
  if (!isLink(url)) return null
  return {
    type,
    url: url.trim(),
    caption: caption.trim() === '' || type === 'audio' ? undefined : caption,
    filename: type === 'document' ? new URL(url.trim()).pathname.split('/').at(-1) || undefined : undefined,
  }
}

interface FileFieldsProps {
  readonly file: File
  readonly onChange: (file: File) => void
}

/** A file that the channel downloads from a public address. */
export function FileFields({ file, onChange }: FileFieldsProps) {
  const { type, url, caption } = file
  return (
    <>
      <Group gap="sm" align="flex-start">
        <Select
          label={t.inbox.fileType}
          w={140}
          allowDeselect={false}
          data={types.map((value) => ({ value, label: t.chat.types[value] }))}
          value={type}
          onChange={(value) => onChange({ ...file, type: types.find((one) => one === value) ?? type })}
        />
        <TextInput
          label={t.inbox.fileUrl}
          description={t.inbox.fileUrlHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          flex={1}
          miw={200}
          type="url"
          placeholder="https://"
          maxLength={2_048}
          value={url}
          error={url === '' || isLink(url) ? null : t.inbox.fileUrlBad}
          onChange={({ currentTarget: { value } }) => onChange({ ...file, url: value })}
        />
      </Group>
      {type !== 'audio' && (
        <TextInput
          label={t.inbox.caption}
          maxLength={1_024}
          value={caption}
          onChange={({ currentTarget: { value } }) => onChange({ ...file, caption: value })}
        />
      )}
    </>
  )
}
