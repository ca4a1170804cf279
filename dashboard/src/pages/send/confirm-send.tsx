import { Text } from '@mantine/core'
import type { Quote, SendBody } from '../../../../src/contract/account/send.ts'
import { type Change, FormDialog } from '../../parts/dialog.tsx'
import { showAmount, showTime } from '../../parts/formats.ts'
import { fill, t } from '../../text.ts'
import { MissingValues } from './cost.tsx'
import { holdSeconds } from './request.ts'

interface ConfirmSendProps {
  readonly quote: Quote
  readonly body: SendBody
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly change: Change
  readonly onConfirm: () => void
}

/** Names the number of recipients, the price and missing values. */
export function ConfirmSend({ quote, body: { from, notBefore }, onConfirm, ...dialog }: ConfirmSendProps) {
  const values = { count: quote.recipients.valid, price: showAmount(quote.price, quote.currency) }
  const isLater = notBefore !== undefined
  return (
    <FormDialog
      {...dialog}
      title={fill(isLater ? t.send.confirmSchedule : t.send.confirmTitle, values)}
      submit={isLater ? t.send.schedule : t.send.submit}
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm()
      }}
    >
      <Text>
        {isLater
          ? fill(t.send.confirmScheduleAbout, { sender: from, time: showTime(new Date(notBefore)) })
          : fill(t.send.confirmAbout, { sender: from, seconds: holdSeconds })}
      </Text>
      <MissingValues of={quote.missing} />
      {quote.samples[0] !== undefined && (
        <Text size="sm" c="dimmed" lineClamp={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {quote.samples[0].text}
        </Text>
      )}
    </FormDialog>
  )
}
