export interface Rule {
  readonly pattern: RegExp
  /** What to write instead. */
  readonly advice: string
}

/** Phrases that made readers stumble. The style guide in CONTRIBUTING.md has the reasons. */
export const rules: readonly Rule[] = [
  { pattern: /\bwhoever\b/i, advice: 'name the person: the user, the client, the operator' },
  {
    pattern: /(?:^|[.;:!] )What (?!if\b|for\b|else\b)[^?]*$/,
    advice: 'begin with the thing itself, not with a "what" clause',
  },
  {
    pattern:
      /\bwhat (?:is|was|are|were|has|had|may|must|can|could|should|comes?|came|goes|went|stands?|stood|waits?|belongs?|others?|somebody|nobody|people|no|it (?:is|was|has|had)|they (?:are|were|have|had))\b(?![^.]*\?)/,
    advice: 'name the thing instead of "what is …"',
  },
  { pattern: /(?<!\bthere )\b(?:is|are|was|were) none\b/i, advice: 'say that it is invalid, missing or empty' },
  {
    pattern: /\b(?:that|which|as) there (?:is|are|was|were)(?: not)?(?:[,.;:)]|$)/i,
    advice: 'say "existing", "real" or "missing"',
  },
  {
    pattern: /\bof (?:nobody|somebody|everybody|whom)\b|\bnobody(?:’|')s\b/i,
    advice: 'say "unassigned", "another account" or name the owner',
  },
  { pattern: /\bthere is no way to\b/i, advice: 'say "unreachable" or "no route"' },
  { pattern: /\bunder way\b/i, advice: 'say "pending" or "in progress"' },
  { pattern: /\bin (?:hand|(?:its|their) hands)\b/i, advice: 'say "claimed"' },
  { pattern: /\b(?:became?|becomes?) of (?:it|them|each|this|that|the)\b/i, advice: 'say "result" or "status"' },
  { pattern: /\bin (?:our|its|their) own words\b/i, advice: 'leave it out, or say "message"' },
  { pattern: /\bbesides\b/i, advice: 'leave it out, or say "also" or "other than"' },
  { pattern: /\bpurse(?:s|less)?\b/i, advice: 'say "balance"' },
  { pattern: /\bfurniture\b/i, advice: 'name the part' },
  { pattern: /\bby people\b/i, advice: 'say "manual" or "entered by a user"' },
  { pattern: /\bis called so\b|\bso called\b/i, advice: 'say "with this name"' },
  {
    pattern: /\bas (?:it|they) (?:is|are|was|were|came|comes?)\b(?=[,.;:)]|$)/i,
    advice: 'say "unchanged" or "streaming"',
  },
  { pattern: /\b(?:it|they) (?:were|was) (?:said|told|given)\b/i, advice: 'name who did it, or use a noun' },
]

export interface Exception {
  readonly path: string
  /** A part of the text that is allowed in this file. */
  readonly text: string
  readonly why: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'src/modules/sms/jobs.ts',
    text: 'sms: move what waits for carriers that are away',
    why: 'a key in periodic_tasks: a row with the old name would look overdue for ever',
  },
]
