import { Text } from '@mantine/core'
import type { Message, MessageFormat } from '../../../../src/contract/account/messages.ts'
import type { Column } from '../../parts/listing.tsx'
import { explainReason } from '../../parts/reasons.ts'
import { Status, StoredText, When } from '../../parts/text.tsx'
import { t } from '../../text.ts'

interface Content {
  readonly createdAt: string
  readonly sender: string
  readonly text: string
  readonly format: MessageFormat | null
}

export const textColumn: Column<Content> = {
  label: t.messages.text,
  prose: true,
  show: ({ text, format }) => (
    <Text inherit lineClamp={2}>
      <StoredText text={text} format={format} />
    </Text>
  ),
}

export const acceptedColumn: Column<Content> = {
  label: t.messages.accepted,
  show: ({ createdAt }) => <When at={createdAt} />,
  width: 180,
}

const fromColumn: Column<Content> = { label: t.messages.from, show: ({ sender }) => sender, width: 130 }

/** The columns that messages and requests share after the time. */
export const contentColumns: readonly Column<Content>[] = [fromColumn, textColumn]

export const statusColumn: Column<Pick<Message, 'stage' | 'reason' | 'explanation'>> = {
  label: t.messages.status,
  show: ({ stage, reason, explanation }) => (
    <>
      <Status value={stage} />
      <Text size="sm" c="dimmed">
        {explainReason(reason, explanation)}
      </Text>
    </>
  ),
  width: 260,
}
