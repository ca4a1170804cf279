import type { Message, MessageFormat } from '../../../../src/contract/account/messages.ts'
import { explainReason } from '../../parts/labels.ts'
import type { Column } from '../../parts/listing.tsx'
import { Excerpt, Note, Status, StoredText, When } from '../../parts/text.tsx'
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
    <Excerpt>
      <StoredText text={text} format={format} />
    </Excerpt>
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
      <Note>{explainReason(reason, explanation)}</Note>
    </>
  ),
  width: 260,
}
