import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './thread.module.css'

interface BubbleProps {
  /** A note is only for members. */
  readonly look: 'in' | 'out' | 'note'
  readonly hasFailed?: boolean
  /** The line below: the time and the state. */
  readonly under: ReactNode
  readonly children: ReactNode
}

/** One message of a conversation. Own messages and notes are on the right. */
export function Bubble({ look, hasFailed = false, under, children }: BubbleProps) {
  return (
    <div>
      <div className={`${classes.bubble} ${classes[look]}`}>{children}</div>
      <Text
        size="xs"
        c={hasFailed ? 'var(--mantine-color-error)' : 'dimmed'}
        className={`${classes.under} ${look === 'in' ? '' : classes.mine}`}
        component="div"
      >
        {under}
      </Text>
    </div>
  )
}
