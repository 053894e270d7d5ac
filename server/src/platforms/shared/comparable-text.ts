export { comparableText } from '../../kernel/comparable-text.ts';
