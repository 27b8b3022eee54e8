"""A graph under construction: true shapes and types, random weights."""
import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper, numpy_helper

BLOCK = 32


class Graph:
    def __init__(self, bits, seed):
        self.bits, self.nodes, self.weights = bits, [], {}
        self.inputs, self.outputs = [], []
        self.numbers = np.random.default_rng(seed)

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, kind, named(name, shape)))

    def output(self, name, kind, shape, value):
        self.nodes.append(helper.make_node('Identity', [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, kind, named(name, shape)))

    def op(self, kind, inputs, outputs=1, **attributes):
        names = [f'{kind}_{len(self.nodes)}_{index}' for index in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def random(self, *shape):
        """Small enough that values neither grow nor vanish from layer to layer."""
        return (self.numbers.standard_normal(shape, dtype=np.float32) / np.sqrt(shape[-1])).astype(np.float32)

    def weight(self, name, values):
        unique = f'{name}_{len(self.weights)}'
        self.weights[unique] = numpy_helper.from_array(np.ascontiguousarray(values), unique)
        return unique

    def constant(self, name, values):
        if name not in self.weights:
            self.weights[name] = numpy_helper.from_array(values, name)
        return name

    def ints(self, *values):
        return self.constant('ints_' + '_'.join(map(str, values)), np.array(values, np.int64))

    def scalar(self, value):
        return self.constant(f'scalar_{value}', np.array(value, np.int64))

    def number(self, value):
        return self.constant(f'number_{value}', np.array(value, np.float32))

    def linear(self, x, inside, outside, bias=True):
        """x [.., inside] → [.., outside], its weights in the graph's bits."""
        if self.bits == 32:
            y = self.op('MatMul', [x, self.weight('matrix', self.random(outside, inside).T)])
        elif self.bits == 16:
            stored = self.weight('matrix', self.random(outside, inside).T.astype(np.float16))
            y = self.op('MatMul', [x, self.op('Cast', [stored], to=T.FLOAT)])
        else:
            blocks = -(-inside // BLOCK)
            packed = self.numbers.integers(0, 256, (outside, blocks, BLOCK * self.bits // 8), np.uint8)
            spread = 2 ** (self.bits - 1) * np.sqrt(inside / 3)
            scales = np.full((outside, blocks), 1 / spread, np.float32)
            y = self.op('MatMulNBits', [x, self.weight('matrix', packed), self.weight('scales', scales)], K=inside, N=outside,
                        bits=self.bits, block_size=BLOCK, accuracy_level=4, domain='com.microsoft')
        if not bias:
            return y
        return self.op('Add', [y, self.weight('bias', np.zeros(outside, np.float32))])

    def convolution(self, x, shape, bits=False, **attributes):
        """`bits` stores its weights as whole numbers of eight bits, or as halves."""
        values = self.random(shape[0], int(np.prod(shape[1:]))).reshape(shape)
        weight = self.weight('kernel', values)
        if bits and self.bits == 16:
            weight = self.op('Cast', [self.weight('kernel', values.astype(np.float16))], to=T.FLOAT)
        return self.op('Conv', [x, weight, self.weight('bias', np.zeros(shape[0], np.float32))], **attributes)

    def normalise(self, x, width):
        ones, zeros = np.ones(width, np.float32), np.zeros(width, np.float32)
        return self.op('LayerNormalization', [x, self.weight('scale', ones), self.weight('shift', zeros)], axis=-1, epsilon=1e-5)

    def swish(self, x):
        return self.op('Mul', [x, self.op('Sigmoid', [x])])

    def save(self, path, data=None):
        """`data`: name of a file for the weights, beside it."""
        graph = helper.make_graph(self.nodes, 'replica', self.inputs, self.outputs, list(self.weights.values()))
        operators = [helper.make_opsetid('', 17), helper.make_opsetid('com.microsoft', 1)]
        model = helper.make_model(graph, opset_imports=operators, ir_version=8)
        onnx.save(model, path, save_as_external_data=data is not None, location=data)


def named(name, shape):
    """Dynamic dimensions get a name each."""
    return [f'{name}_{axis}' if size is None else size for axis, size in enumerate(shape)]
