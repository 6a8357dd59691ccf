// Keeps an answer within its largest length: aliases repeat a text that is read once.
import {
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { answerTooLarge, jsonLength, MAX_ANSWER_LENGTH } from '../../operation/answer-size.ts';
import { graphqlError } from '../failures.ts';

type Fields = Record<string, unknown>;

export const useAnswerLimit: Plugin = {
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      setResult(withinLimit(result as ExecutionResult, getOperationAST(args.document, args.operationName)));
    },
  }),
};

/** The result without the fields that do not fit into an answer. */
export function withinLimit(result: ExecutionResult, operation?: OperationDefinitionNode | null): ExecutionResult {
  const { data, errors = [] } = result;
  if (!data) return result;
  const excess = dropExcess(data, operation?.operation === OperationTypeNode.MUTATION);
  return excess.length > 0 ? { data, errors: [...errors, ...excess] } : result;
}

/** Sets the root fields that do not fit to null; of a payload only the record, as the write is done. */
function dropExcess(data: Fields, isMutation: boolean): GraphQLError[] {
  let room = MAX_ANSWER_LENGTH;
  const errors: GraphQLError[] = [];
  for (const [name, value] of Object.entries(data)) {
    const length = jsonLength(value);
    if (length <= room) room -= length;
    else errors.push(...(isMutation ? dropRecords(name, value as Fields) : drop(data, name, [])));
  }
  return errors;
}

const dropRecords = (name: string, payload: Fields): GraphQLError[] =>
  Object.entries(payload).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? drop(payload, field, [name]) : [],
  );

function drop(fields: Fields, name: string, path: readonly string[]): GraphQLError[] {
  fields[name] = null;
  const { message, extensions } = graphqlError(answerTooLarge().failure);
  return [new GraphQLError(message, { path: [...path, name], extensions })];
}
