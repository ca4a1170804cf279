import { Text } from '@mantine/core'
import type { Column } from '../../parts/listing.tsx'
import { When } from '../../parts/text.tsx'

/** What messages and requests have in common. */
export const contentColumns: readonly Column<{
  readonly createdAt: string
  readonly sender: string
  readonly text: string
}>[] = [
  { label: 'Accepted', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
  { label: 'From', show: ({ sender }) => sender, width: 130 },
  {
    label: 'Text',
    show: ({ text }) => (
      <Text inherit lineClamp={2}>
        {text}
      </Text>
    ),
  },
]
