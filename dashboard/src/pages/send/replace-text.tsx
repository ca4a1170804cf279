import { Confirm } from '../../parts/dialog.tsx'

interface ReplaceTextProps {
  /** What would stand there; null while nothing is asked. */
  readonly text: string | null
  readonly onClose: () => void
  readonly onReplace: (text: string) => void
}

/** Before a template takes the place of what somebody wrote. */
export function ReplaceText({ text, onClose, onReplace }: ReplaceTextProps) {
  return (
    <Confirm
      title="Replace your text?"
      isOpen={text !== null}
      onClose={onClose}
      change={{ isPending: false, error: null }}
      submit="Replace text"
      onConfirm={() => {
        onReplace(text ?? '')
        onClose()
      }}
    >
      You have written a message already. The template takes its place.
    </Confirm>
  )
}
